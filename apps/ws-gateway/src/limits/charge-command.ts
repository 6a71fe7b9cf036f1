import { ok, reject, type Result } from '@exchange/core/kernel';
import { type FrameElement, POINT_TENTHS_MAX, rightOf } from '@exchange/core/wire';
import type { Connection } from '../connection/connection';
import type { Edge } from '../edge';

/** A command's cost that was paid. */
export interface Paid {
  readonly tenths: number;
  /** What to tell the client once per window, when more than half of its points are spent. */
  readonly warning: string | undefined;
}

/**
 * Charges a command to its connection and to the connection's address, or refuses it with RATE_LIMITED at no cost. The
 * operator can raise an account: then its connections have its figure, and their commands don't count per address
 * (docs/interface, points and other limits). What reaches an account counts there as well: account-service does that.
 */
export function chargeCommand(
  connection: Connection,
  edge: Pick<Edge, 'addresses' | 'clock' | 'meters'>,
  tenths: number,
): Result<Paid> {
  const now = edge.clock.steady();
  const { address, points } = connection;
  const raised = connection.session?.pointTenths;
  if (raised === undefined && !edge.addresses.fits(address, tenths, now)) {
    edge.meters.limited('address_points');
    return reject('RATE_LIMITED', 'the points of your address are spent; not applied, try again within 10 s');
  }
  const limit = raised ?? POINT_TENTHS_MAX;
  const charge = points.charge(tenths, limit, now);
  if (charge.kind === 'refused') {
    edge.meters.limited('points');
    const sentence = `${tenths / 10} points needed, ${points.spent(now) / 10} of ${limit / 10} spent within 10 s`;
    return reject('RATE_LIMITED', `${sentence}; not applied`);
  }
  if (raised === undefined) edge.addresses.spend(address, tenths, now);
  return ok({
    tenths,
    warning: charge.half
      ? `more than half of your ${limit / 10} points per 10 s are spent; past them commands are refused`
      : undefined,
  });
}

/**
 * Refuses a command of an account whose points are known to be spent, without asking account-service again. Its own
 * limits have let it through, so it has cost its points; whoever goes on runs into those.
 */
export function admitToAccount(
  { session }: Connection,
  { exhausted, clock, meters }: Pick<Edge, 'exhausted' | 'clock' | 'meters'>,
  element: FrameElement,
): Result<void> {
  if (!element.ok || session === undefined || rightOf(element.command.c) === 'anyone') return ok(undefined);
  const refusal = exhausted.refusal(session.account, element.tenths, clock.steady());
  if (refusal !== undefined) meters.limited('account_points');
  return refusal ?? ok(undefined);
}
