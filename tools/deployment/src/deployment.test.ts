import { SERVICES } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { composeServices, variablesOf } from './compose';
import { configurationPage } from './configuration-page';
import { APPS_WITH_A_CHAIN, fieldsOf, initFields, isRequired, JUDGING, OF_THE_CONTRACT } from './settings';
import { mappingAt } from './kustomize/resource';
import { formatted } from '../../kit/formatted';

const read = (name: string) => readFileSync(name, 'utf8');

/** In a container the app's place is the same for all who reach it, and so is its name; the image has its build. */
const GIVEN_BY_THE_NAME = ['ENGINE_INSTANCE', 'SERVICE_INSTANCE', 'BUILD_ID'];

it('docs/configuration.md shows what the apps read (else: node tools/run.mjs deployment)', async () => {
  const expected = await formatted('docs/configuration.md', configurationPage());
  expect(read('docs/configuration.md')).toBe(expected);
  expect(configurationPage()).toContain('| `LOGIN_DOMAIN` |');
});

describe('Dockerfile', () => {
  const stages = read('Dockerfile').split(/^(?=FROM )/m);
  const named = (name: string) => stages.find((stage) => stage.split('\n')[0]?.endsWith(` AS ${name}`)) ?? '';

  it.each(['app', 'init', 'signer', 'operator', 'dev-chain'])(
    'lets %s run as an ordinary user, on nothing it was built with',
    (name) => {
      expect(named(name)).toMatch(/^FROM \$\{NODE\} AS /);
      expect(named(name)).toMatch(/^USER node$/m);
      expect(named(name)).not.toContain('RUN npm');
    },
  );

  it.each(['app', 'init', 'signer', 'operator', 'dev-chain'])(
    'begins %s with a process that passes signals on',
    (name) => {
      expect(named(name)).toMatch(/^ENTRYPOINT \["tini", "--", /m);
      expect(named(name)).toContain('COPY --from=first-process /usr/bin/tini-static /usr/local/bin/tini');
    },
  );

  it('tells whether an app is ready, and makes an app by default', () => {
    expect(named('app')).toContain('HEALTHCHECK');
    expect(stages.at(-1)).toBe(named('app'));
  });
});

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml');
  const services = composeServices(text);

  it.each(SERVICES)('lets every setting of %s be set, and gives it nothing else', (app) => {
    const known = fieldsOf(app).map(({ env }) => env);
    const left = [...OF_THE_CONTRACT, ...GIVEN_BY_THE_NAME];
    const expected = known.filter((env) => !left.includes(env));
    expect([...variablesOf(services[app])].sort()).toEqual(expected.sort());
  });

  it.each(SERVICES)('builds %s with the name of its build', (app) => {
    expect(mappingAt(mappingAt(services[app]?.['build'])['args'])).toEqual({
      ...{ APP: app, BUILD_ID: '${BUILD_ID:-unknown}' },
    });
  });

  it.each(SERVICES)('passes what %s may be told on from .env', (app) => {
    const fixed = ['NATS_USER', 'INTERNAL_HOST', 'INTERNAL_PORT', 'ENGINE_NAME'];
    const published = ['REST_HOST', 'REST_PORT', 'WS_HOST', 'WS_PORT', 'OPERATOR_HOST', 'OPERATOR_PORT'];
    const environment = Object.entries(mappingAt(services[app]?.['environment']));
    const deaf = environment
      .filter(([, value]) => value !== null && !String(value).startsWith('${'))
      .map(([env]) => env)
      .filter((env) => ![...fixed, ...published].includes(env));
    expect(deaf).toEqual([]);
  });

  it.each(APPS_WITH_A_CHAIN)(
    'lets %s judge the chain as all others do: by what is set, or the profile',
    (app) => {
      const environment = mappingAt(services[app]?.['environment']);
      const given = JUDGING.filter((env) => env in environment).map((env) => [env, environment[env]]);
      expect(given.length).toBeGreaterThan(2);
      expect(given.filter(([, value]) => value !== null)).toEqual([]);
    },
  );

  it('gives solvency nodes of its own where these are named, also beside those of the others', () => {
    const { CHAIN_RPC_URLS } = mappingAt(services['solvency']?.['environment']);
    expect(CHAIN_RPC_URLS).toMatch(
      /^\$\{SOLVENCY_RPC_URLS:-\$\{SOLVENCY_CHAIN_URL:-\$\{CHAIN_RPC_URLS:-}}}$/,
    );
  });

  it('gives the init jobs every key they need, and nothing else', () => {
    const given = variablesOf(services['init']);
    const needed = initFields.filter(isRequired).map(({ env }) => env);
    expect(needed.filter((env) => !given.includes(env))).toEqual([]);
    expect(given.filter((env) => !initFields.some((field) => field.env === env))).toEqual([]);
  });

  it('holds no secret itself', () => {
    const secrets = [...text.matchAll(/^\s+(\w*(?:PASSWORD|KEY)): (.+)$/gm)];
    expect(secrets.length).toBeGreaterThan(20);
    expect(secrets.filter(([, , value = '']) => !value.startsWith('${'))).toEqual([]);
  });

  it('makes a database that sorts by bytes', () => {
    const { POSTGRES_INITDB_ARGS } = mappingAt(services['postgres']?.['environment']);
    expect(POSTGRES_INITDB_ARGS).toContain('--locale=C');
  });
});
