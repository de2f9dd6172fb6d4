import { terminal } from './doors.js';

await terminal();
