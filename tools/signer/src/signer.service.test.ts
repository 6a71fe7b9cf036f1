import { arbiterWithdrawal } from '@exchange/contract/chain';
import { amount } from '@exchange/core/kernel';
import {
  type AttesterKey,
  type CosignerKey,
  keyFields,
  keySourceOf,
  LocalAttesterKey,
  LocalCosignerKey,
  LocalSettlerKey,
  openAttesterKey,
  openCosignerKey,
  openSettlerKey,
  sealKey,
  type SettlerKey,
  SIGNER_PATHS,
  writeSecret,
} from '@exchange/edge/keys';
import { createLog, defineConfig } from '@exchange/platform';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpsServer, request } from 'node:https';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { Authority, type CertificateFiles } from '../../kit/certificates/certificates';
import { signerConfig } from '../../kit/services/signer-config';
import {
  ALICE,
  batchOf,
  DOMAIN,
  ETH,
  KEYS,
  POLICY,
  SECRETS,
  settleBatch,
  transactionOf,
} from '../test/signer.fixture';
import { openSigner, type RunningSigner } from './open-signer';

const PASSWORD = 'correct horse battery staple';
const now = () => Math.floor(Date.now() / 1_000);

const withdrawal = (asked: bigint, nonce: bigint) =>
  arbiterWithdrawal(DOMAIN, {
    ...{ account: ALICE, token: ETH, amount: amount(asked), receiver: ALICE, nonce: 2n ** 52n + nonce },
    deadline: now() + 600,
  });
const batch = (trades: number) => ({
  domain: DOMAIN,
  batchId: 7n,
  validUntil: now() + 300,
  batch: batchOf(4, trades),
});
const transaction = (nonce: number) => ({
  ...{ chainId: DOMAIN.chainId, to: DOMAIN.contract, data: settleBatch({ validUntil: now() + 300 }), nonce },
  ...{ gasLimit: 500_000n, maxFeePerGas: 100n, maxPriorityFeePerGas: 1n },
});

describe('a remote signer', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'signer-'));
  const file = (name: string) => path.join(folder, name);
  const lines = new PassThrough();
  const log = createLog('signer', 'debug', lines);
  let logged = '';
  lines.on('data', (text: Buffer) => (logged += text.toString()));
  let own: Authority;
  let stranger: Authority;
  let signer: RunningSigner;

  const values = () =>
    signerConfig.parse({
      ...{ SIGNER_PORT: '0', SIGNER_POLICY_FILE: file('policy.json'), SIGNER_AUDIT_FILE: file('audit.log') },
      ...{ SIGNER_CERT_FILE: file('own/signer.pem'), SIGNER_CERT_KEY_FILE: file('own/signer.key') },
      SIGNER_CA_FILE: own.files.certFile,
      ...{ SETTLER_KEYSTORE_FILE: file('settler.json'), SETTLER_KEYSTORE_PASSWORD_FILE: file('password') },
      ...{ ATTESTER_KEY: SECRETS.attester, COSIGNER_KEY: SECRETS.cosigner },
    });

  beforeAll(async () => {
    own = Authority.in(file('own'));
    stranger = Authority.in(file('stranger'));
    own.certify('signer', { kind: 'server', hosts: ['127.0.0.1', 'localhost'] });
    writeFileSync(file('password'), PASSWORD);
    writeSecret(file('settler.json'), await sealKey(SECRETS.settler, PASSWORD));
    writeFileSync(file('policy.json'), JSON.stringify(POLICY));
    signer = await openSigner(values(), log);
  }, 60_000);

  afterAll(async () => {
    await signer.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A role's key as a service opens it, with the certificate of a client. */
  const environment = (
    role: string,
    url: string,
    { certFile, keyFile }: CertificateFiles,
    ca = own.files.certFile,
  ) => {
    const name = role.toUpperCase();
    return {
      [`${name}_SIGNER_URL`]: url,
      [`${name}_SIGNER_CA_FILE`]: ca,
      [`${name}_SIGNER_CERT_FILE`]: certFile,
      [`${name}_SIGNER_CERT_KEY_FILE`]: keyFile,
      [`${name}_ADDRESS`]: String(KEYS.get(role as keyof typeof SECRETS)?.address),
    };
  };
  const client = (name: string, authority = own) => authority.certify(name, { kind: 'client' });
  const deps = { chainId: DOMAIN.chainId, log };
  const settlerAt = (
    url: string,
    files = client('settlement-service'),
    ca = own.files.certFile,
  ): Promise<SettlerKey> => {
    const fields = defineConfig(keyFields('settler', '')).parse(environment('settler', url, files, ca));
    return openSettlerKey(keySourceOf('settler', fields), deps);
  };
  const attester = (url = signer.url): Promise<AttesterKey> => {
    const fields = defineConfig(keyFields('attester', '')).parse(
      environment('attester', url, client('attester')),
    );
    return openAttesterKey(keySourceOf('attester', fields), deps);
  };
  const cosigner = (): Promise<CosignerKey> => {
    const fields = defineConfig(keyFields('cosigner', '')).parse(
      environment('cosigner', signer.url, client('attester')),
    );
    return openCosignerKey(keySourceOf('cosigner', fields), deps);
  };
  const local = (role: keyof typeof SECRETS) => {
    const key = KEYS.get(role);
    if (!key) throw new Error(role);
    return key;
  };

  it('signs what a key in memory would, for each of the three keys', async () => {
    const [settler, attests, cosigns] = [await settlerAt(signer.url), await attester(), await cosigner()];
    const asked = transaction(1);
    expect(await settler.sign(asked)).toEqual(await new LocalSettlerKey(local('settler')).sign(asked));
    expect(settler.callOf((await settler.sign(asked)).raw)).toMatchObject({ to: DOMAIN.contract });
    const attested = batch(2);
    expect(await attests.attest(attested)).toEqual(
      await new LocalAttesterKey(local('attester')).attest(attested),
    );
    const over = { ...attested, batchId: 0n, validUntil: now() - 300 };
    expect(await attests.attest(over)).toEqual(await new LocalAttesterKey(local('attester')).attest(over));
    const statement = withdrawal(5n, 1n);
    expect(await cosigns.sign(statement)).toEqual(
      await new LocalCosignerKey(local('cosigner')).sign(statement),
    );
  });

  it('says which keys a service may use, so that one that stands by is known to be there', async () => {
    expect(await (await settlerAt(signer.url)).answers()).toBe(true);
    expect(await (await settlerAt(signer.url, client('attester'))).answers()).toBe(false);
    expect(await (await settlerAt(signer.url, client('settlement-service', stranger))).answers()).toBe(false);
    const fields = defineConfig(keyFields('settler', '')).parse({
      ...environment('settler', signer.url, client('settlement-service')),
      SETTLER_ADDRESS: `0x${'12'.repeat(20)}`,
    });
    expect(await (await openSettlerKey(keySourceOf('settler', fields), deps)).answers()).toBe(false);
    expect(await new LocalSettlerKey(local('settler')).answers()).toBe(true);
  });

  it('says why it refuses, and the service raises the alarm', async () => {
    const refusal = (await attester()).attest(batch(3));
    await expect(refusal).rejects.toMatchObject({ name: 'SignerRefusedError', code: 'BATCH' });
    await expect((await cosigner()).sign(withdrawal(1_001n, 2n))).rejects.toMatchObject({
      code: 'VALUE_PER_HOUR',
    });
    expect(logged).toContain('"alarm":"signer_refused"');
    expect(logged).toMatch(/"alarm":"signature_refused","code":"BATCH","client":"attester"/);
  });

  it('lets nobody in without a certificate of its authority', async () => {
    const unreachable = { name: 'SignerUnreachableError' };
    const wrong = await settlerAt(signer.url, client('settlement-service', stranger));
    await expect(wrong.sign(transaction(2))).rejects.toMatchObject(unreachable);
    // Of the right authority, and for another use.
    const server = own.certify('not-a-client', { kind: 'server', hosts: ['127.0.0.1'] });
    await expect((await settlerAt(signer.url, server)).sign(transaction(2))).rejects.toMatchObject(
      unreachable,
    );
    await expect(answerOf(signer.url, { ca: readFileSync(own.files.certFile) })).rejects.toThrow();
    // A client that is known may not use another's key.
    const other = await settlerAt(signer.url, client('attester'));
    await expect(other.sign(transaction(2))).rejects.toMatchObject({ code: 'CLIENT' });
    const unknown = await settlerAt(signer.url, client('somebody'));
    await expect(unknown.sign(transaction(2))).rejects.toMatchObject({ code: 'CLIENT' });
    expect(readFileSync(file('audit.log'), 'utf8')).not.toContain('"nonce":2,');
  });

  it('is trusted by its certificate alone', async () => {
    const stranger1 = await settlerAt(signer.url, client('settlement-service'), stranger.files.certFile);
    await expect(stranger1.sign(transaction(3))).rejects.toMatchObject({ name: 'SignerUnreachableError' });
    const elsewhere = signer.url.replace('127.0.0.1', 'localhost.localdomain');
    const named = await settlerAt(elsewhere)
      .then((key) => key.sign(transaction(3)))
      .catch((error: Error) => error.name);
    expect(named).toBe('SignerUnreachableError');
    // One that holds another key than it should is found out by its signatures.
    const fields = defineConfig(keyFields('settler', '')).parse({
      ...environment('settler', signer.url, client('settlement-service')),
      SETTLER_ADDRESS: `0x${'12'.repeat(20)}`,
    });
    const wrong = await openSettlerKey(keySourceOf('settler', fields), deps);
    const before = logged.length;
    await expect(wrong.sign(transaction(3))).rejects.toMatchObject({ code: 'WRONG_SIGNATURE' });
    expect(logged.slice(before)).toMatch(/"alarm":"signer_refused".*"code":"WRONG_SIGNATURE"/);
  });

  it.each([
    ['no r of a curve', { r: `0x${'ff'.repeat(32)}`, s: `0x${'01'.repeat(32)}`, yParity: 0 }],
    ['no point at that r', { r: `0x${'00'.repeat(31)}05`, s: `0x${'01'.repeat(32)}`, yParity: 0 }],
    ['an s that the contract refuses', { r: `0x${'01'.repeat(32)}`, s: `0x${'ff'.repeat(32)}`, yParity: 1 }],
    ['no parity', { r: `0x${'01'.repeat(32)}`, s: `0x${'01'.repeat(32)}`, yParity: 7 }],
  ])('is refused, with the alarm, when it gives %s', async (_, signature) => {
    const { certFile, keyFile } = own.certify('signer', {
      kind: 'server',
      hosts: ['127.0.0.1', 'localhost'],
    });
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    const broken = createHttpsServer(pair, (asked, answer) => {
      asked.resume();
      answer.end(JSON.stringify({ digest: `0x${'00'.repeat(32)}`, ...signature }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => broken.once('listening', resolve));
    const { port } = broken.address() as { port: number };
    const before = logged.length;
    const key = await settlerAt(`https://127.0.0.1:${port}`);
    await expect(key.sign(transaction(5))).rejects.toMatchObject({
      ...{ name: 'SignerRefusedError', code: 'WRONG_SIGNATURE' },
    });
    expect(logged.slice(before)).toContain('"alarm":"signer_refused"');
    broken.closeAllConnections();
    broken.close();
  });

  it('answers broken requests with what is wrong', async () => {
    const identity = tls(client('settlement-service'));
    expect(await answerOf(signer.url, identity, '{')).toMatchObject({ status: 400, code: 'MALFORMED' });
    expect(await answerOf(signer.url, identity, '{}')).toMatchObject({ status: 400, code: 'MALFORMED' });
    const long = JSON.stringify({ data: 'x'.repeat(600_000) });
    expect(await answerOf(signer.url, identity, long)).toMatchObject({ status: 413, code: 'TOO_LARGE' });
    expect(await answerOf(signer.url, identity, '{}', '/v1/other')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    const question = JSON.stringify(transactionOf(settleBatch({ validUntil: now() + 300 }), { chainId: 1 }));
    expect(await answerOf(signer.url, identity, question)).toMatchObject({ status: 403, code: 'DOMAIN' });
  });

  it('goes on after a restart with what it has signed', async () => {
    expect(await (await cosigner()).sign(withdrawal(900n, 10n))).toBeDefined();
    await signer.stop();
    signer = await openSigner(values(), log);
    await expect((await cosigner()).sign(withdrawal(100n, 11n))).rejects.toMatchObject({
      code: 'VALUE_PER_HOUR',
    });
  });

  describe('at its internal port', () => {
    const shown = async (at: string) => {
      const answer = await fetch(new URL(at, signer.internalUrl));
      return { status: answer.status, text: await answer.text() };
    };
    const sampleOf = async (series: string) => {
      const line = (await shown('/metrics')).text.split('\n').find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.split(' ')[1]);
    };

    it('says that it is alive and ready', async () => {
      expect(await shown('/health/live')).toEqual({ status: 200, text: '{"status":"alive"}' });
      expect(await shown('/health/ready')).toEqual({ status: 200, text: '{"status":"ready"}' });
    });

    it('counts and times what it signs and refuses, and its alarms', async () => {
      const signed = 'signer_requests_total{key="attester",outcome="signed",service="signer"}';
      const refused = 'signer_requests_total{key="attester",outcome="BATCH",service="signer"}';
      const malformed = 'signer_requests_total{key="settler",outcome="MALFORMED",service="signer"}';
      const timed = 'signer_request_seconds_count{key="attester",service="signer"}';
      const alarmed = 'alarms_total{code="signature_refused",service="signer"}';
      const series = [signed, refused, malformed, timed, alarmed];
      const counts = () => Promise.all(series.map(sampleOf));
      const before = await counts();
      expect(before.every((count) => count !== undefined)).toBe(true);
      const attests = await attester();
      await attests.attest(batch(2));
      await expect(attests.attest(batch(3))).rejects.toMatchObject({ code: 'BATCH' });
      await answerOf(signer.url, tls(client('settlement-service')), '{');
      const after = await counts();
      expect(after.map((count, at) => (count ?? 0) - (before[at] ?? 0))).toEqual([1, 1, 1, 2, 2]);
      const failed = 'signer_requests_total{key="cosigner",outcome="FAILED",service="signer"}';
      expect(await sampleOf(failed)).toBe(0);
      const { alarms } = JSON.parse((await shown('/alarms')).text) as { alarms: readonly { code: string }[] };
      expect(alarms.map(({ code }) => code)).toContain('signature_refused');
    });

    it('shows nothing of what it signs or for whom', async () => {
      const { text } = await shown('/metrics');
      for (const told of [DOMAIN.contract, ALICE, 'settlement-service']) expect(text).not.toContain(told);
      expect((await shown(SIGNER_PATHS.settler)).status).toBe(404);
    });
  });

  it('keeps secrets out of every log', () => {
    const written = `${logged}${readFileSync(file('audit.log'), 'utf8')}`;
    expect(written).toContain(String(KEYS.get('cosigner')?.address));
    for (const secret of [...Object.values(SECRETS).map((key) => key.slice(2)), PASSWORD, 'PRIVATE KEY']) {
      expect(written).not.toContain(secret);
    }
  });

  describe('that is away', () => {
    let silent: Server | undefined;
    afterEach(() => {
      silent?.close();
    });

    it.each([
      ['refuses connections', undefined],
      ['says nothing', () => undefined],
    ] as const)('%s: nothing is signed, and the alarm is raised', async (_, listener) => {
      silent = createServer(listener).listen(0, '127.0.0.1');
      await new Promise((resolve) => silent?.once('listening', resolve));
      const { port } = silent.address() as { port: number };
      if (listener === undefined) silent.close();
      const before = logged.length;
      const began = Date.now();
      const away = await settlerAt(`https://127.0.0.1:${port}`);
      const isThere = away.answers();
      await expect(away.sign(transaction(4))).rejects.toMatchObject({ name: 'SignerUnreachableError' });
      expect(await isThere).toBe(false);
      expect(Date.now() - began).toBeLessThan(10_000);
      expect(logged.slice(before)).toContain('"alarm":"signer_unreachable"');
    });

    it('is known as away before whoever wants a batch attested waits no longer', async () => {
      silent = createServer(() => undefined).listen(0, '127.0.0.1');
      await new Promise((resolve) => silent?.once('listening', resolve));
      const { port } = silent.address() as { port: number };
      const began = Date.now();
      const away = await attester(`https://127.0.0.1:${port}`);
      await expect(away.attest(batch(2))).rejects.toMatchObject({ name: 'SignerUnreachableError' });
      expect(Date.now() - began).toBeLessThan(4_000);
    });
  });

  const tls = ({ certFile, keyFile }: CertificateFiles) => ({
    ca: readFileSync(own.files.certFile),
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
  });

  function answerOf(url: string, identity: object, body = '{}', at: string = SIGNER_PATHS.settler) {
    return new Promise<unknown>((resolve, reject) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(new URL(at, url), { method: 'POST', headers, ...identity }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.once('end', () => {
          resolve({ status: response.statusCode, ...(JSON.parse(text) as object) });
        });
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }
});
