import { type Clock, ConfigError } from '@exchange/platform';
import type { OperatorGatewayConfig } from '../config';
import type { Door } from './door';
import { EmbeddedDoor } from './embedded/embedded-door';

/** The ways in that the configuration opens. Throws a ConfigError when there is none, or one that its chain refuses. */
export function doorsOf({ peopleFile, chainId }: OperatorGatewayConfig, clock: Clock): readonly Door[] {
  const doors: Door[] = [];
  if (peopleFile !== undefined) doors.push(new EmbeddedDoor(peopleFile, chainId, clock));
  if (doors.length === 0)
    throw new ConfigError('nobody could sign in: OPERATOR_PEOPLE_FILE must be set on a development chain');
  return doors;
}
