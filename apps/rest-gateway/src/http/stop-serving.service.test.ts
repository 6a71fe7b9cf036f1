import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { systemClock } from '@exchange/platform';
import { FakeClock } from '@exchange/test/kit';
import { ANSWERS_MS_MAX, stopServing } from './stop-serving';

@Module({})
class Empty {}

describe('an HTTP server that stops', () => {
  const agent = new Agent({ keepAlive: true });
  let server: NestFastifyApplication;
  let port: number;
  let answer: () => void;
  let asked: Promise<void>;

  beforeEach(async () => {
    server = await NestFactory.create<NestFastifyApplication>(Empty, new FastifyAdapter(), { logger: false });
    let hear: () => void;
    asked = new Promise((resolve) => (hear = resolve));
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server
      .getHttpAdapter()
      .getInstance()
      .get('/now', () => 'now')
      .get('/later', async () => {
        hear();
        await answered;
        return 'later';
      });
    await server.listen(0, '127.0.0.1');
    ({ port } = server.getHttpServer().address() as AddressInfo);
  });
  afterAll(() => agent.destroy());

  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => resolve(text));
      }).on('error', reject);
    });

  it('answers what is there, and waits for nobody who only keeps a connection', async () => {
    const later = ask('/later');
    await asked;
    expect(await ask('/now')).toBe('now');
    let isOver = false;
    const stopped = stopServing(server, systemClock).then(() => (isOver = true));
    await systemClock.sleep(100);
    expect(isOver).toBe(false);
    await expect(ask('/now')).rejects.toThrow('ECONNREFUSED');
    answer();
    expect(await later).toBe('later');
    await stopped;
  });

  it('cuts off a request that takes too long', async () => {
    const clock = new FakeClock();
    const later = expect(ask('/later')).rejects.toThrow('socket hang up');
    await asked;
    const stopped = stopServing(server, clock);
    await clock.advance(ANSWERS_MS_MAX);
    await later;
    answer();
    await stopped;
  });
});
