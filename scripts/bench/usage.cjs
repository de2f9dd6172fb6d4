// Preloaded into a measured process: at exit, writes its usage to the file in BENCH_USAGE.
const { writeFileSync } = require('node:fs');
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const memory = process.resourceUsage().maxRSS / 1024;
  const usage = JSON.stringify({ cpu: (user + system) / 1000, memory });
  writeFileSync(/** @type {string} */ (process.env.BENCH_USAGE), usage);
});
