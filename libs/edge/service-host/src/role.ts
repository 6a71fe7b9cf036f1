import { measureRole, type Meters, type Readiness, type Turn } from '@exchange/platform';

/** Says, to whoever asks for readiness or metrics, whether this process is the active one of its service or stands by. */
export function tellRole(turn: Turn, readiness: Readiness, meters: Meters): void {
  readiness.tell('role', () => (turn.isStandingBy ? 'standby' : 'active'));
  measureRole(meters, turn);
}
