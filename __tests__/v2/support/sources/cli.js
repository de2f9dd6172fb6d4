import { openTerminalDoor } from './doors.js';

await openTerminalDoor();
