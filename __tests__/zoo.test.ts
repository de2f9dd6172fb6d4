import { claimsOf, visitAll } from '../scripts/zoo.ts';
import { ZOO } from '../scripts/zoo/models.ts';
import { one } from './support/runs.ts';

/**
 * One model of each class (with THOROUGH=1 all), once, through dist over HTTP. `npm run zoo` uses
 * twenty seeds and all data.
 */
it('the gate passes the good models of the zoo and fails those that overlook the "not"', async () => {
  const visits = Object.entries(ZOO).map(([model, { data }], i) => {
    return { model, data: data[i % data.length]!, runs: 1 };
  });
  expect(visits.length).toBeGreaterThanOrEqual(40);
  const classes = Map.groupBy(visits, ({ model }) => ZOO[model]!.deserves);
  const visited = await visitAll([...classes.values()].flatMap(one));
  const claims = claimsOf(visited);
  expect(claims.length).toBeGreaterThanOrEqual(3);
  expect(claims.flatMap(({ broken }) => broken)).toEqual([]);
}, 300_000);
