import type { Person } from '@exchange/core/operator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from './answer';

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/;

/** The token of the API's header. Only a page of our own may show one in a cookie: it asks for a token against forgery, too. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

type Answer = (person: Person, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A route of the API for whoever is signed in. */
export const signedIn =
  (desk: Desk, answer: Answer) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const person = desk.personOf(bearerOf(request));
    return person.ok ? answer(person.value, request, reply) : send(reply, person);
  };
