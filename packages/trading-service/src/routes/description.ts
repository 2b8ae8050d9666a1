import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { documentOf } from "../openapi/describe.ts";
import { referencePolicy, renderReference } from "../openapi/reference.ts";

export const publicPaths = ["/openapi.json", "/reference"] as const;

/** Both need no token and are created at the first request. */
export function addDescriptionRoutes(app: FastifyInstance): void {
	const headers = { "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" };
	const options = { config: { public: true }, schema: { hide: true } };

	function serve(path: string, type: string, more: Record<string, string>, make: () => string): void {
		const made = once(make);
		app.get(path, options, async (request, reply) => {
			const { text, tag } = made();
			reply.headers({ ...headers, ...more, etag: tag });
			if (request.headers["if-none-match"] === tag) return reply.status(304).send();
			return reply.type(`${type}; charset=utf-8`).send(text);
		});
	}

	serve(publicPaths[0], "application/json", { "access-control-allow-origin": "*" }, () =>
		JSON.stringify(documentOf(app), null, 2),
	);
	const policies = { "content-security-policy": referencePolicy, "referrer-policy": "no-referrer" };
	serve(publicPaths[1], "text/html", policies, () => renderReference(documentOf(app)));
}

/** The ETag is weak, because the answer may be compressed. */
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
