import { type Clock, ConfigError, type Log } from '@exchange/platform';
import type { OperatorGatewayConfig } from '../config';
import type { Door } from './door';
import { EmbeddedDoor } from './embedded/embedded-door';
import { OidcDoor, oidcSettingsOf } from './oidc';

/** The ways in that the configuration opens. Throws a ConfigError when there is none, or one that its chain refuses. */
export function doorsOf(config: OperatorGatewayConfig, clock: Clock, log: Log): readonly Door[] {
  const { peopleFile, chainId } = config;
  const doors: Door[] = [];
  if (peopleFile !== undefined) doors.push(new EmbeddedDoor(peopleFile, chainId, clock));
  const settings = oidcSettingsOf(config, chainId);
  if (settings !== undefined) doors.push(new OidcDoor(settings, clock, log));
  if (doors.length === 0)
    throw new ConfigError('nobody could sign in: OPERATOR_PEOPLE_FILE must be set on a development chain');
  return doors;
}
