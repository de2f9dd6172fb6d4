import { action } from './doors.js';

await action();
