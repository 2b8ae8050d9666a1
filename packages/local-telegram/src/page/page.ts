import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { type Asset, readAssets } from "./assets.ts";

/** Forbids resources from other origins, inline scripts, and setting HTML from a string (`trusted-types`). */
const policy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join("; ");

/** The chat page at `/` and its files below `/page/`. The guard in `http/guard.ts` protects these routes. */
export const page: FastifyPluginCallback<{ picture?: string | undefined }> = (app, { picture }, done) => {
	let assets: Map<string, Asset> | undefined;
	// Read at the first request, so that a start without the page is faster.
	const find = (name: string): Asset | undefined => {
		assets ??= readAssets(picture);
		return assets.get(name);
	};
	app.get("/", (request, reply) => send(request, reply, find("index.html")));
	app.get<{ Params: { "*": string } }>("/page/*", (request, reply) => send(request, reply, find(request.params["*"])));
	done();
};

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset | undefined): FastifyReply {
	if (!asset) {
		reply.callNotFound();
		return reply;
	}
	reply.headers({
		"content-security-policy": policy,
		"cross-origin-opener-policy": "same-origin",
		"cross-origin-resource-policy": "same-origin",
		"referrer-policy": "no-referrer",
		"x-content-type-options": "nosniff",
		"cache-control": "no-cache",
		etag: asset.etag,
	});
	if (request.headers["if-none-match"] === asset.etag) return reply.code(304).send();
	return reply.type(asset.type).send(asset.body);
}
