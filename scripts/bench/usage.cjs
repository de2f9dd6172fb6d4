// Preloaded into a measured process: at exit, writes its usage to the file in BENCH_USAGE.
const { writeFileSync } = require('node:fs');
const started = process.hrtime.bigint();
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const wall = Number(process.hrtime.bigint() - started) / 1e6;
  writeFileSync(
    /** @type {string} */ (process.env.BENCH_USAGE),
    JSON.stringify({
      wall,
      cpu: (user + system) / 1000,
      maxRSS: process.resourceUsage().maxRSS / 1024,
    }),
  );
});
