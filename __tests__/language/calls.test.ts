import { itCalls } from '../support/calls.ts';

itCalls('__tests__/language/data/calls.jsonl');
