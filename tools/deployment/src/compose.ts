import YAML from 'yaml';
import { type Mapping, mappingAt } from './kustomize/resource';

/** The services of a compose file, what they have from anchors merged in. */
export function composeServices(text: string): Readonly<Record<string, Mapping>> {
  const file = YAML.parse(text, { merge: true }) as Mapping;
  return mappingAt(file['services']) as Record<string, Mapping>;
}

/** The names of the variables that a service gets. A name without a value is passed on from .env when it is set there. */
export const variablesOf = (service: Mapping | undefined): readonly string[] =>
  Object.keys(mappingAt(service?.['environment']));
