import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operatorKeys } from '../../kit/chain/dev-keys';
import { brokerConfig, databaseConfig, rolePasswords, streamsConfig, userPasswords } from './config';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');

const apps = readdirSync(path.join(root, 'apps')).filter((app) =>
  existsSync(path.join(root, 'apps', app, 'src/config.ts')),
);

/** What only the chain knows comes from a file that is written when the contract is found. */
const FROM_CONTRACT_FILE = ['EXCHANGE_CONTRACT', 'CHAIN_ID', 'CHAIN_START_BLOCK'];

interface Key {
  readonly env: string;
  readonly required: boolean;
  readonly secret: boolean;
}

/** The keys that a file of field definitions spells out. */
function keysIn(source: string): Key[] {
  return [...source.matchAll(/\{\s*env: '(\w+)',([^{}]*)\}/g)].map(([, env = '', rest = '']) => ({
    env,
    required: !/\b(default|optional):/.test(rest),
    secret: /\bsecret: true/.test(rest),
  }));
}

const spread: Record<string, string> = {
  platformFields: 'libs/platform/src/config/platform-config.ts',
  databaseFields: 'libs/platform/src/config/platform-config.ts',
  deploymentFields: 'libs/edge/deployment/src/deployment-fields.ts',
};

/** The keys of an app without which it doesn't start. */
function requiredKeys(app: string): Key[] {
  const source = read('apps', app, 'src/config.ts');
  const sources = Object.entries(spread)
    .filter(([name]) => source.includes(`...${name}`))
    .map(([name, file]) => {
      const text = read(file);
      const begin = text.indexOf(`export const ${name}`);
      return text.slice(begin, text.indexOf('} as const', begin));
    });
  return [source, ...sources].flatMap(keysIn).filter(({ required }) => required);
}

/** The table of a configuration names each key: `| \`NAME\` | type | default |`. */
const requiredIn = (reference: string) =>
  [...reference.matchAll(/^\| `(\w+)` \| \S+ \| required /gm)].map(([, env = '']) => env);

const initKeys = [databaseConfig, rolePasswords, streamsConfig, brokerConfig, userPasswords].flatMap(
  (config) => requiredIn(config.reference()),
);

describe('the definitions that this test reads', () => {
  it('are found: every app needs its password of the broker', () => {
    expect(apps.length).toBeGreaterThanOrEqual(7);
    for (const app of apps) {
      expect(requiredKeys(app)).toContainEqual({ env: 'NATS_PASSWORD', required: true, secret: true });
    }
    expect(initKeys).toContain('ACCOUNT_SERVICE_DATABASE_PASSWORD');
  });
});

describe('Dockerfile', () => {
  const stages = read('Dockerfile').split(/^(?=FROM )/m);
  const named = (name: string) => stages.find((stage) => stage.split('\n')[0]?.endsWith(` AS ${name}`)) ?? '';

  it.each(['app', 'init', 'dev-chain'])(
    'lets %s run as an ordinary user, on nothing it was built with',
    (name) => {
      expect(named(name)).toMatch(/^FROM \$\{NODE\} AS /);
      expect(named(name)).toMatch(/^USER node$/m);
      expect(named(name)).not.toContain('RUN npm');
    },
  );

  it('tells whether an app is ready, and makes an app by default', () => {
    expect(named('app')).toContain('HEALTHCHECK');
    expect(stages.at(-1)).toBe(named('app'));
  });
});

describe('docker-compose.yml', () => {
  const compose = read('docker-compose.yml');
  const service = (name: string) =>
    new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n(?=    ))*)`, 'm').exec(compose)?.[1] ?? '';
  const anchor = (name: string) =>
    new RegExp(`^x-.*: &${name}\\n((?:  .*\\n)*)`, 'm').exec(compose)?.[1] ?? '';

  it.each(apps)('gives %s every key it needs', (app) => {
    const given = service(app) + anchor('environment');
    expect(service(app)).toContain('<<: *environment');
    const missing = requiredKeys(app)
      .map(({ env }) => env)
      .filter((env) => !FROM_CONTRACT_FILE.includes(env) && !given.includes(`${env}: `));
    expect(missing).toEqual([]);
  });

  it('gives the init jobs every key they need', () => {
    expect(initKeys.filter((env) => !anchor('init').includes(`${env}: `))).toEqual([]);
  });

  it('holds no secret itself', () => {
    const secrets = [...compose.matchAll(/^\s+(\w*(?:PASSWORD|KEY)): (.+)$/gm)];
    expect(secrets.length).toBeGreaterThan(20);
    expect(secrets.filter(([, , value = '']) => !value.startsWith('${'))).toEqual([]);
  });
});

const kubectl = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' }).status === 0;

/** An overlay as `kubectl kustomize` renders it; without kubectl, the text of all its files. */
function rendered(folder: string): string {
  if (kubectl) {
    const run = spawnSync('kubectl', ['kustomize', path.join(root, folder)], { encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout;
  }
  return [folder, 'k8s/base', 'k8s/components/every-workload', 'k8s/components/dev-contract']
    .flatMap((one) => readdirSync(path.join(root, one)).map((file) => read(one, file)))
    .join('\n---\n');
}

describe('k8s/', () => {
  const documents = rendered('k8s/overlays/dev').split(/^---$/m);
  const named = (kind: string, name: string) =>
    documents.find(
      (document) =>
        new RegExp(`^kind: (${kind})$`, 'm').test(document) &&
        new RegExp(`^ {2}name: ${name}(-[a-z0-9]{10})?$`, 'm').test(document),
    ) ?? '';

  it.each(apps)('gives %s every key it needs, and its secrets from its own Secret', (app) => {
    const workload = named('Deployment|StatefulSet', app);
    const common = kubectl ? named('ConfigMap', 'exchange') + named('ConfigMap', 'exchange-chain') : '';
    const given = (kubectl ? workload : documents.join('\n')) + common;
    const keys = requiredKeys(app).filter(({ env }) => !FROM_CONTRACT_FILE.includes(env));
    for (const { env, secret } of keys) {
      const place = secret ? `key: ${env}$` : `name: ${env}$|^ {2}${env}: |- ${env}=`;
      expect(given).toMatch(new RegExp(place, 'm'));
    }
    expect(given).toContain('--env-file=/deployment/exchange.env');
  });

  it('probes every app, and lets none run as root or write to its image', () => {
    for (const app of kubectl ? apps : []) {
      const workload = named('Deployment|StatefulSet', app);
      for (const line of [
        'path: /health/live',
        'path: /health/ready',
        'runAsNonRoot: true',
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'automountServiceAccountToken: false',
        'memory:',
      ]) {
        expect([app, workload]).toEqual([app, expect.stringContaining(line)]);
      }
    }
  });

  it('gives the init job every key it needs, and the settlement the keys of a development chain', () => {
    const overlay = read('k8s/overlays/dev/kustomization.yaml');
    const missing = initKeys.filter((env) => !overlay.includes(`- ${env}=`));
    expect(missing).toEqual([]);
    for (const text of [overlay, read('deploy/make-secrets.mjs')]) {
      expect(text).toContain(operatorKeys.settler.privateKey);
      expect(text).toContain(operatorKeys.coSigner.privateKey);
    }
  });

  it('gives every engine that has markets two processes, and each market one engine', () => {
    const engines = (overlay: string) => {
      const text = rendered(overlay);
      const map = / {2}ENGINE_MARKETS: '?([^'\n]+)/.exec(text)?.[1] ?? '';
      const named = [...new Set(map.split(',').map((entry) => entry.split('=')[1]))].sort();
      const deployed = text
        .split(/^---$/m)
        .filter((document) => /name: ENGINE_NAME/.test(document) && /replicas: 2$/m.test(document))
        .map((document) => /name: ENGINE_NAME\n\s+value: (\S+)/.exec(document)?.[1])
        .sort();
      expect(named).toEqual(deployed);
      return deployed;
    };
    if (!kubectl) return;
    expect(engines('k8s/overlays/dev')).toEqual(['main']);
    expect(engines('k8s/overlays/dev-two-engines')).toEqual(['main', 'second']);
  });

  it('keeps the base free of secrets', () => {
    const base = readdirSync(path.join(root, 'k8s/base')).map((file) => read('k8s/base', file));
    expect(base.filter((text) => /kind: Secret|secretGenerator/.test(text))).toEqual([]);
  });
});
