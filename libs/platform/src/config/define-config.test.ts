import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, defineConfig } from './define-config';
import { platformFields } from './platform-config';

const config = defineConfig({
  port: { env: 'PORT', type: 'port', description: 'The port.', default: 80 },
  ratio: { env: 'RATIO', type: 'part', description: 'A part.' },
  mode: { env: 'MODE', type: ['fast', 'safe'], description: 'How.', default: 'safe' },
  names: { env: 'NAMES', type: 'list', description: 'Who.', default: [] },
  peer: { env: 'PEER', type: 'url', description: 'Where.', optional: true },
  key: { env: 'KEY', type: 'string', description: 'A key.', secret: true },
});

describe('a configuration', () => {
  it('is typed, with defaults', () => {
    const values = config.parse({ RATIO: '0.5', NAMES: 'a, b', KEY: 'k', PORT: '' });
    const port: number = values.port;
    const mode: 'fast' | 'safe' = values.mode;
    const peer: string | undefined = values.peer;
    expect([port, mode, peer, values.names, values.key]).toEqual([80, 'safe', undefined, ['a', 'b'], 'k']);
  });

  it('lists every problem at once and shows no secret', () => {
    const environment = { PORT: '99999', MODE: 'slow', PEER: 'hidden', KEY: 'hidden', KEY_FILE: '/x' };
    const parse = () => config.parse(environment);
    expect(parse).toThrow(ConfigError);
    expect(parse).toThrow(
      [
        'The configuration is wrong:',
        '  PORT: "99999" is not a port from 0 to 65535',
        '  RATIO: is required: A part.',
        '  MODE: "slow" is not one of fast, safe',
        '  PEER: what it is set to is not a URL',
        '  KEY: give it or KEY_FILE, not both',
      ].join('\n'),
    );
  });

  it('takes a part from 0 to 1 alone', () => {
    for (const RATIO of ['1.5', '-0.1', 'all', 'NaN', ' '])
      expect(() => config.parse({ RATIO, KEY: 'k' })).toThrow(
        `RATIO: "${RATIO}" is not a number from 0 to 1`,
      );
    expect(config.parse({ RATIO: '0', KEY: 'k' }).ratio).toBe(0);
  });

  it('reads secrets from files', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-config-'));
    const file = path.join(folder, 'key');
    writeFileSync(file, 'from a file\n');
    expect(config.parse({ RATIO: '1', KEY_FILE: file }).key).toBe('from a file');
    rmSync(folder, { recursive: true });
    expect(() => config.parse({ RATIO: '1', KEY_FILE: file })).toThrow(/can't be read/);
  });

  it('prints its reference', () => {
    expect(config.reference()).toContain('| `PORT` | port | `80` | The port. |');
    expect(config.reference()).toContain('| `KEY` | string | required | A key. Secret; or `KEY_FILE`. |');
    expect(defineConfig(platformFields).reference()).toContain('`NATS_URL`');
  });
});
