import { openActionDoor } from './doors.js';

await openActionDoor();
