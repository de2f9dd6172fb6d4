#!/usr/bin/env node
const { terminal } = await import('./doors.js');
await terminal();
