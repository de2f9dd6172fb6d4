import * as core from '@actions/core';
import { main } from './action/main.js';

await main(core, process.env, process);
