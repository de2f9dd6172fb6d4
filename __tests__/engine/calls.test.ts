import { itCalls } from '../support/calls.ts';

itCalls('__tests__/engine/data/calls.jsonl');
