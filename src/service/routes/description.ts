import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { documentOf } from "../openapi/describe.ts";
import { referencePolicy, renderReference } from "../openapi/reference.ts";

/** Paths that need no token. */
export const publicPaths = ["/openapi.json", "/reference"] as const;

/** Adds the description (JSON) and the reference page. Both are public and created on first use. */
export function addDescriptionRoutes(app: FastifyInstance): void {
	const json = once(() => JSON.stringify(documentOf(app), null, 2));
	const page = once(() => renderReference(documentOf(app)));
	const headers = { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" };
	const config = { public: true };
	const schema = { hide: true };

	app.get(publicPaths[0], { config, schema }, async (request, reply) => {
		const { text, tag } = json();
		reply.headers({ ...headers, etag: tag, "access-control-allow-origin": "*" });
		if (request.headers["if-none-match"] === tag) return reply.status(304).send();
		return reply.type("application/json; charset=utf-8").send(text);
	});

	app.get(publicPaths[1], { config, schema }, async (request, reply) => {
		const { text, tag } = page();
		reply.headers({
			...headers,
			etag: tag,
			"content-security-policy": referencePolicy,
			"referrer-policy": "no-referrer",
		});
		if (request.headers["if-none-match"] === tag) return reply.status(304).send();
		return reply.type("text/html; charset=utf-8").send(text);
	});
}

/** Caches a text with its ETag. The tag is weak, because the answer may be compressed. */
function once(make: () => string): () => { text: string; tag: string } {
	let made: { text: string; tag: string } | undefined;
	return () => {
		if (!made) {
			const text = make();
			made = { text, tag: `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
		}
		return made;
	};
}
