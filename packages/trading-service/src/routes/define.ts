import { Readable } from "node:stream";
import { type EndpointName, endpoints } from "@domains/contract/endpoints.ts";
import { errorEnvelope } from "@domains/contract/envelope.ts";
import { limits } from "@domains/contract/limits.ts";
import { problems } from "@domains/contract/problems.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { CallerAccount } from "../access.ts";
import { requireRoomForAnswers } from "../allowance.ts";
import { type Claim, hashRequest, runOncePerKey, type Work } from "../idempotency.ts";
import { canonicalName } from "../names.ts";
import { operations, problemsOf } from "../openapi/operations.ts";
import type { Trade } from "../orders/place.ts";
import { Problem } from "../problem.ts";
import { throughFailover } from "../through-failover.ts";

interface Schemas {
	params?: z.ZodType;
	query?: z.ZodType;
	body?: z.ZodType;
	/** Set it if `body` accepts any items because the handler validates each item. */
	describedBody?: z.ZodType;
	answer: z.ZodObject<{ status: z.ZodLiteral<true>; result: z.ZodType }>;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface Asked<Given extends Schemas> {
	account: CallerAccount;
	accountId: number;
	params: Output<Given["params"]>;
	query: Output<Given["query"]>;
	body: Output<Given["body"]>;
}

type Result<Given extends Schemas> = z.output<Given["answer"]>["result"];

export function read<Given extends Schemas>(
	app: FastifyInstance,
	name: EndpointName,
	schemas: Given,
	handle: (asked: Asked<Given>) => Promise<Result<Given>>,
): void {
	app.route({
		...routeOf(name, schemas),
		handler: async (request) => ({ status: true, result: await throughFailover(() => handle(inputOf(request))) }),
	});
}

/**
 * `handle` returns JSON text, which is sent unchanged: a large result that the database stores as JSON is neither
 * parsed nor serialized.
 */
export function readAsJson<Given extends Schemas>(
	app: FastifyInstance,
	name: EndpointName,
	schemas: Given,
	handle: (asked: Asked<Given>) => Promise<string>,
): void {
	app.route({
		...routeOf(name, schemas),
		handler: async (request, reply) => {
			const result = await throughFailover(() => handle(inputOf(request)));
			return reply.type("application/json; charset=utf-8").send(`{"status":true,"result":${result}}`);
		},
	});
}

/**
 * `handle` runs once, because it counts the names of the request. Its generator of results begins again if the database
 * is lost before the first part. The next part is requested only after the caller has read the previous one. An error
 * before the first part gets an error answer, and a later one closes the connection.
 */
export function readInParts<Given extends Schemas, Item extends { success: boolean }>(
	app: FastifyInstance,
	name: EndpointName,
	schemas: Given,
	handle: (asked: Asked<Given>) => Promise<() => AsyncGenerator<Item[]>>,
): void {
	app.route({
		...routeOf(name, schemas),
		handler: async (request, reply) => {
			const begin = await handle(inputOf(request));
			const { first, parts } = await throughFailover(async () => {
				const begun = begin();
				return { first: await begun.next(), parts: begun };
			});
			const text = Readable.from(textOf(first, parts), { highWaterMark: 1 });
			return reply.type("application/json; charset=utf-8").send(text);
		},
	});
}

async function* textOf<Item extends { success: boolean }>(
	first: IteratorResult<Item[], void>,
	rest: AsyncGenerator<Item[]>,
): AsyncGenerator<string> {
	let [count, success] = [0, 0];
	yield '{"status":true,"result":{"items":[';
	for (let part = first; !part.done; part = await rest.next()) {
		yield (count === 0 ? "" : ",") + part.value.map((item) => JSON.stringify(item)).join(",");
		count += part.value.length;
		success += part.value.filter((item) => item.success).length;
	}
	yield `],"count":${count},"success":${success},"failed":${count - success}}}`;
}

/**
 * Runs `handle` once per Idempotency-Key. `inProgress` answers a batch while another request with the same key is
 * running. Without it, such a second request is refused.
 */
export function change<Given extends Schemas>(
	app: FastifyInstance,
	trade: Trade,
	name: EndpointName,
	schemas: Given,
	handle: (asked: Asked<Given>, claim: Claim) => Promise<Work<Result<Given>>>,
	inProgress?: (asked: Asked<Given>) => Promise<Result<Given>>,
): void {
	app.route({
		...routeOf(name, { ...schemas, headers }),
		preParsing: async (request) => void keyOf(request),
		handler: async (request, reply) => {
			const asked = inputOf<Given>(request);
			const hash = hashRequest(request.method, pathOf(request), request.body);
			const key = { accountId: asked.accountId, scope: "api" as const, key: keyOf(request), hash };
			try {
				requireRoomForAnswers(asked.account.keptDebtSeconds);
				const answer = await runOncePerKey(trade, key, (claim) => handle(asked, claim));
				if (answer.replayed) reply.header("idempotency-replayed", "true");
				return reply.status(answer.status).type("application/json; charset=utf-8").send(answer.body);
			} catch (error) {
				const running = inProgress && error instanceof Problem && error.code === "request_in_progress";
				if (running) return { status: true, result: await inProgress(asked) };
				throw error;
			}
		},
	});
}

const headers = z.object({
	"idempotency-key": z
		.string()
		.min(1)
		.max(limits.idempotencyKey.characters)
		.meta({
			description:
				"Identifies this operation: the same request with the same key is executed once and gets the same answer for 24 hours from its last answer. Answers 200, 404 and 422 are stored and replayed; after any other, the same request may be retried. Another request with the key gets 409 `idempotency_key_reused`, even then. A body that does not match this schema gets 422 before the key is checked and does not use it up.",
			examples: ["0f8f7a9e-1c1b-4c0e-9a53-6c1d6f4f2a11"],
		}),
});

function routeOf(
	name: EndpointName,
	{ params, query, body, describedBody, answer, ...rest }: Schemas & { headers?: z.ZodType },
) {
	const { method, path } = endpoints[name];
	const { tag, summary, description } = operations[name];
	const response: Record<number, z.ZodType> = { 200: answer };
	for (const code of problemsOf(name)) response[problems[code].status] = errorEnvelope;
	return {
		method,
		url: path.replace("{domain}", ":domain"),
		config: { endpoint: name, ...(describedBody && { describedBody }) },
		schema: {
			operationId: name,
			tags: [tag],
			summary,
			description,
			...(params && { params }),
			...(query && { querystring: query }),
			...(body && { body }),
			...rest,
			response,
		},
	};
}

/** The cast is safe: Fastify has replaced the values with the output of the schemas. */
function inputOf<Given extends Schemas>({ account, params, query, body }: FastifyRequest): Asked<Given> {
	if (!account) throw new Error("the route is public, so its request has no account");
	return { account, accountId: account.id, params, query, body } as Asked<Given>;
}

function keyOf({ headers }: FastifyRequest): string {
	const key = headers["idempotency-key"];
	if (typeof key === "string" && key !== "" && key.length <= limits.idempotencyKey.characters) return key;
	throw new Problem("bad_request", "Send an Idempotency-Key of 1 to 255 characters.");
}

/**
 * The domain is in canonical form. It is part of the request's hash, so two spellings of a domain have the same hash.
 */
function pathOf({ routeOptions, params }: FastifyRequest): string {
	const { domain } = z.object({ domain: z.string().optional() }).parse(params ?? {});
	return `${routeOptions.url} ${domain === undefined ? "" : canonicalName(domain)}`;
}
