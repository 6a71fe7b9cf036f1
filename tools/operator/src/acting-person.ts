import { credentialsIn, peopleSignedIn } from '../../kit/operator/sign-in';
import type { OperatorOptions } from './options';

/** Of an embedded exchange: who acts unless it is said. */
const FIRST_PERSON = 'nora';

/** Who acts. Throws when that isn't said, and more than one could be meant. */
export function actingPerson({ person, place }: Pick<OperatorOptions, 'person' | 'place'>): string {
  if (person !== undefined) return person;
  if (credentialsIn(place.folder).some(({ name }) => name === FIRST_PERSON)) return FIRST_PERSON;
  const known = peopleSignedIn(place);
  const [only] = known;
  if (only === undefined) throw new Error('nobody is signed in here: npm run operator -- login');
  if (known.length > 1) throw new Error(`say with --as who acts: ${known.join(' or ')}`);
  return only;
}
