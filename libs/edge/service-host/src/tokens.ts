/** What the platform gives to Nest's container; inject each with `@Inject(TOKEN)`. */
export const CONFIG = Symbol('config');
/** {@link Log} */
export const LOG = Symbol('log');
/** {@link Clock} */
export const CLOCK = Symbol('clock');
/** {@link Bus} */
export const BUS = Symbol('bus');
/** string: as whom this process sends its requests; of a gateway the name that no other process has. */
export const SENDER = Symbol('sender');
/** {@link Requester} */
export const REQUESTER = Symbol('requester');
/** {@link Meters}: what the process measures. */
export const METERS = Symbol('meters');
/** {@link RequestMeter} of requests to other services. */
export const ASKED = Symbol('asked');
/** {@link RaisedAlarms} */
export const ALARMS = Symbol('alarms');
/** {@link Readiness} */
export const READINESS = Symbol('readiness');
/** {@link Database}; not in gateways */
export const DATABASE = Symbol('database');
/** The service's own {@link TurnHandler}; not in gateways */
export const TURN_HANDLER = Symbol('turn handler');
/** {@link Turn}; not in gateways */
export const TURN = Symbol('turn');
/** {@link Lifecycle}: what the host starts and stops. */
export const LIFECYCLE = Symbol('lifecycle');
