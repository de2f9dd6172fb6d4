#!/usr/bin/env node
import { terminal } from './doors.js';
await terminal();
