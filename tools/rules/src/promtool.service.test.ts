import { prometheusPrograms } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ALARM_ALERTS } from './alarm-alerts';

const OBSERVABILITY = path.resolve(import.meta.dirname, '../../../observability');

describe('promtool', () => {
  let folder: string;
  let promtool: string;

  beforeAll(() => {
    ({ promtool } = prometheusPrograms());
    folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-rules-'));
    cpSync(OBSERVABILITY, folder, { recursive: true });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (args: readonly string[]) =>
    new Promise<{ ok: boolean; output: string }>((resolve) => {
      execFile(promtool, args, { cwd: folder }, (error, stdout, stderr) => {
        resolve({ ok: error === null, output: stdout + stderr });
      });
    });

  const tests = () => readdirSync(path.join(folder, 'rules/tests')).map((file) => `rules/tests/${file}`);

  /** Changes a rule, for as long as `play` runs. */
  async function broken<T>(file: string, from: string, to: string, play: () => Promise<T>): Promise<T> {
    const where = path.join(folder, 'rules', file);
    const text = readFileSync(where, 'utf8');
    expect(text).toContain(from);
    writeFileSync(where, text.replace(from, to));
    try {
      return await play();
    } finally {
      writeFileSync(where, text);
    }
  }

  // Debian's build finds no pods of Kubernetes: what is done with those that are found is checked.
  it.each([
    ['compose', '', ''],
    ['kubernetes', /kubernetes_sd_configs:\n\s+- role: pod/, 'static_configs: []'],
  ])('takes the rules, and the configuration for %s', async (name, from, to) => {
    const file = path.join(folder, `prometheus-${name}.yml`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    const { ok, output } = await run(['check', 'config', file]);
    const found = new RegExp(`alarms.yml\\n +SUCCESS: ${ALARM_ALERTS.length} rules found`);
    expect([ok, output]).toEqual([true, expect.stringMatching(found)]);
  });

  it('finds that all alerts fire and clear as their examples say', async () => {
    expect(tests().length).toBeGreaterThan(5);
    expect(await run(['test', 'rules', ...tests()])).toMatchObject({ ok: true });
  }, 180_000);

  it.each([
    ['an alert that never fires', 'chain.yml', '> 60', '> 60000000'],
    ['an alert that never clears', 'chain.yml', '> 60', '>= 0'],
    [
      'a recording that counts something else',
      'recordings.yml',
      'rate(served_requests_total',
      'rate(asked_requests_total',
    ],
  ])('tells of %s', async (_what, file, from, to) => {
    const { ok, output } = await broken(file, from, to, () => run(['test', 'rules', `rules/tests/${file}`]));
    expect([ok, output]).toEqual([false, expect.stringContaining('FAILED')]);
  });

  it('tells of what is no rule', async () => {
    const { ok, output } = await broken('chain.yml', 'min(', 'minimum(', () =>
      run(['check', 'rules', 'rules/chain.yml']),
    );
    expect([ok, output]).toEqual([false, expect.stringContaining('unknown function')]);
  });
});
