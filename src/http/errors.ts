import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";

const sentences: Record<number, string> = {
	400: "The request could not be read.",
	404: "There is nothing at this address.",
	413: "The request is too large.",
	415: "This kind of content is not taken here.",
	500: "Something went wrong on our side. The request's id helps to find it.",
	503: "Not ready yet. Try again in a moment.",
};

/** Answers what no route answers, as a page to a browser and as JSON to everyone else. Says nothing of the inside. */
export function addErrorPages(app: FastifyInstance, log: Log): void {
	app.setNotFoundHandler((request, reply) => answer(request, reply, 404));
	app.setErrorHandler<FastifyError>((error, request, reply) => {
		const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
		if (status >= 500) log.error({ error, requestId: request.id, route: request.routeOptions.url }, "a request failed");
		return answer(request, reply, status);
	});
}

function answer(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
	const title = STATUS_CODES[status] ?? "Error";
	const message = sentences[status] ?? title;
	reply.code(status);
	if (!request.headers.accept?.includes("text/html")) {
		const code = title.toLowerCase().replaceAll(/[^a-z]+/g, "_");
		return reply.send({ error: { code, message, request_id: request.id } });
	}
	return reply
		.type("text/html; charset=utf-8")
		.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
		.send(page(`${status} ${title}`, message, request.id));
}

/** The id is safe to show: it consists of letters, digits, dots, dashes and underscores. */
function page(title: string, message: string, id: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body{font:16px system-ui;margin:20vh auto;max-width:32em;padding:0 1em;color-scheme:light dark}</style>
<h1>${title}</h1><p>${message}</p><p><small>${id}</small></p></html>\n`;
}
