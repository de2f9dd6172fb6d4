/**
 * The two ways in: dist/index.js opens the one, dist/cli.js the other. Each loads its story when it is opened; a process may open one more
 * than once, since nothing of a run is kept in a module.
 */ /** The step of a workflow. */ export async function action() {
    const [core, { main }] = await Promise.all([
        import('@actions/core'),
        import('./action/main.js')
    ]);
    await main(core, process.env, process);
}
/** As a shell counts a program that wrote into a pipe which nobody read: 128, and the number of the signal. */ const ENDED_BY_SIGPIPE = 141;
/** The command. */ export async function terminal() {
    // `sensitivity run | head`: whoever reads no more wants no stack either, but nobody may take it for a pass.
    process.stdout.once('error', (error)=>{
        if (error.code !== 'EPIPE') throw error;
        process.exit(ENDED_BY_SIGPIPE);
    });
    const { main } = await import('./terminal/main.js');
    process.exitCode = await main(process);
}
