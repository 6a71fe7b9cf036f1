import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  chainMetrics,
  gatewayMetrics,
  marketMetrics,
  moneyMetrics,
  turnMetrics,
} from '@exchange/contract/metrics';
import { Meters } from './meters';

describe('what a process measures', () => {
  let meters: Meters;
  const lines = async (name: string) =>
    (await meters.text()).split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));

  beforeEach(() => {
    meters = new Meters('ws-gateway');
  });

  it('is counted in plain numbers, of listed labels from 0 on', async () => {
    const limits = meters.count(gatewayMetrics.limiterHits);
    limits.of('points').count += 3;
    const shown = await lines('limiter_hits_total');
    expect(shown).toContain('limiter_hits_total{limit="points",service="ws-gateway"} 3');
    expect(shown).toContain('limiter_hits_total{limit="connections",service="ws-gateway"} 0');
    limits.of('points').count += 1;
    expect(await lines('limiter_hits_total{limit="points"')).toEqual([
      'limiter_hits_total{limit="points",service="ws-gateway"} 4',
    ]);
  });

  it('keeps to its labels: what isn’t listed, or is one too many, is other', async () => {
    const { commandsEnded, httpRequests } = gatewayMetrics;
    const commands = meters.count(commandsEnded);
    commands.of('ping', 'no such code').count += 1;
    commands.of('ping', 'another').count += 1;
    for (let index = 0; index < 1_000; index += 1) commands.of(`0x${index}`, 'ok').count += 1;
    const shown = await lines('ws_commands_total');
    const { max } = commandsEnded.labels.command as { max: number };
    expect(shown.length).toBeLessThanOrEqual((max + 1) * 2);
    expect(shown).toContain('ws_commands_total{command="ping",outcome="other",service="ws-gateway"} 2');
    expect(shown.filter((line) => line.includes('command="other"'))).toHaveLength(1);
    expect(() => meters.count(httpRequests)).toThrow('http_requests_total is no metric of ws-gateway');
  });

  it('is read when it is asked for, and goes back', async () => {
    let count: number | undefined = 2;
    meters.read(gatewayMetrics.connections, () => count);
    expect(await lines('ws_connections')).toEqual(['ws_connections{service="ws-gateway"} 2']);
    count = 0;
    expect(await lines('ws_connections')).toEqual(['ws_connections{service="ws-gateway"} 0']);
    count = undefined;
    expect(await lines('ws_connections')).toEqual([]);
  });

  it('says nothing where nothing is known, also of what has labels', async () => {
    meters = new Meters('settlement-service');
    let active: readonly (readonly [readonly string[], number])[] | undefined;
    meters.read(moneyMetrics.settlerActive, () => active);
    expect(await lines('settler_active')).toEqual([]);
    active = [[['first'], 1]];
    expect(await lines('settler_active')).toEqual([
      'settler_active{settler="first",service="settlement-service"} 1',
    ]);
    active = undefined;
    expect(await lines('settler_active')).toEqual([]);
  });

  it('shows only the series that there are now', async () => {
    meters = new Meters('chain-watcher');
    let nodes = ['1:a', '2:b'];
    meters.read(chainMetrics.nodeState, () => nodes.map((node) => [[node, 'well'], 1] as const));
    expect(await lines('chain_node_state')).toHaveLength(2);
    nodes = ['1:a'];
    expect(await lines('chain_node_state')).toEqual([
      'chain_node_state{node="1:a",state="well",service="chain-watcher"} 1',
    ]);
  });

  it('puts durations into buckets, with the trace of the last one in each', async () => {
    const seconds = meters.spread(gatewayMetrics.commandSeconds).of('ping');
    seconds.observe(0.002);
    seconds.observe(0.002, 'abc');
    seconds.observe(60);
    const shown = await lines('ws_command_seconds');
    const bucket = (le: string) => shown.find((line) => line.includes(`le="${le}"`));
    expect(bucket('0.001')).toMatch(/ 0$/);
    expect(bucket('0.0025')).toMatch(/ 2 # \{trace_id="abc"\} 0\.002 \d+/);
    expect(bucket('10')).toMatch(/ 2$/);
    expect(bucket('+Inf')).toMatch(/ 3$/);
    expect(shown.at(-1)).toMatch(/ws_command_seconds_count\{command="ping",service="ws-gateway"\} 3$/);
  });

  it('is neither kept nor shown when it is turned off', async () => {
    const off = new Meters('ws-gateway', false);
    const commands = off.count(gatewayMetrics.commandsEnded);
    expect(commands.of('ping', 'ok')).toBe(commands.of('placeOrder', 'ok'));
    commands.of('ping', 'ok').count += 1;
    off.spread(gatewayMetrics.commandSeconds).of('ping').observe(0.1, 'abc');
    off.read(gatewayMetrics.connections, () => 1);
    expect((await off.text()).trim()).toBe('# EOF');
    expect(() => off.count(gatewayMetrics.httpRequests)).toThrow('is no metric of ws-gateway');
  });

  it('knows no metric of another service', () => {
    expect(() => meters.read(marketMetrics.held, () => 1)).toThrow(
      'ledger_held_tokens is no metric of ws-gateway',
    );
  });

  it('tells of a turn that it became unready', async () => {
    meters = new Meters('solvency');
    const { createTurnMetrics } = await import('./turn-meters');
    const turn = {
      ...{
        waiting: 1,
        uncommitted: 0,
        ready: true,
        gaps: 0,
        unpublished: 4,
      },
      readerLags: () => [{ log: 'solvency.v1.verdict', reader: 'account-service' as const, messages: 7 }],
    };
    const ends = new AbortController();
    createTurnMetrics(meters).watch(turn, ends.signal);
    expect(await lines('turn_ready')).toEqual(['turn_ready{service="solvency"} 1']);
    expect(await lines(turnMetrics.readerLag.name)).toEqual([
      'log_reader_lag_messages{log="solvency.v1.verdict",reader="account-service",service="solvency"} 7',
    ]);
    turn.ready = false;
    expect(await lines('turn_ready')).toEqual(['turn_ready{service="solvency"} 0']);
    turn.ready = true;
    ends.abort();
    expect(await lines('turn_ready')).toEqual(['turn_ready{service="solvency"} 0']);
    expect(await lines('turn_waiting')).toEqual(['turn_waiting{service="solvency"} 0']);
  });
});
