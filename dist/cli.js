import { main } from './terminal/main.js';
// `sensitivity run | head`: whoever reads no more wants no stack either.
process.stdout.on('error', (error)=>{
    if (error.code !== 'EPIPE') throw error;
    process.exit();
});
process.exitCode = await main(process);
