/**
 * Preloaded into the exchange's processes (`node --import`): their clocks go ahead of the machine's by the milliseconds
 * that the file MOVED_CLOCK holds, those of ws-gateways by MOVED_CLOCK.gateways. Timers go on as always.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 100;
const RealDate = Date;
const isGateway = process.argv[1]?.includes('ws-gateway') === true;
const file = process.env.MOVED_CLOCK + (isGateway ? '.gateways' : '');
let ahead = 0;

const look = () => {
  ahead = Number(readFileSync(file, 'utf8'));
};
look();
setInterval(look, LOOK_MS).unref();

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + ahead] : args));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
