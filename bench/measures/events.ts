import { eventHeaders } from "@domains/contract/events.ts";
import { sign } from "@domains/contract/signature.ts";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { measureAlternately, median, ratio } from "../stats.ts";
import { load, type Server, startServer } from "../subjects/server.ts";

const secret = `whsec_${"s".repeat(43)}`;
const ms = 2_000;

/**
 * Webhook events that the bot verifies, stores and answers per second. The baseline is a Fastify route that stores each
 * body with one insert.
 */
export async function measureEvents(): Promise<Figure[]> {
	await using stack = new AsyncDisposableStack();
	const { url } = stack.use(await openEnvironment());
	await migrate(url, ["bot"]);
	const ours = stack.use(await startServer("receiver.ts", [url, "ours", secret]));
	const bare = stack.use(await startServer("receiver.ts", [url, "bare"]));
	const run = (server: Server) => load(server, { request: letter, until: { ms } });
	await run(bare);
	await run(ours);
	const rates = await measureAlternately(6, { bare: () => run(bare), ours: () => run(ours) });
	return [
		{
			what: "events a second, verified, stored and enqueued, compared with a Fastify route that stores a body with one insert",
			ours: `${median(rates.ours).toFixed(0)}/s`,
			bare: `${median(rates.bare).toFixed(0)}/s`,
			value: ratio(rates.ours, rates.bare),
			unit: "",
			goal: { atLeast: 0.7 },
		},
	];
}

function letter(n: number) {
	const at = new Date();
	const body = Buffer.from(
		JSON.stringify({ event: "domain.registered", domain: `bench-${n}.com`, occurred_at: at.toISOString() }),
	);
	const timestamp = String(Math.floor(at.getTime() / 1_000));
	const headers = {
		"content-type": "application/json",
		[eventHeaders.type]: "domain.registered",
		[eventHeaders.id]: `bench-${n}`,
		[eventHeaders.timestamp]: timestamp,
		[eventHeaders.signature]: sign(secret, timestamp, body),
	};
	return { method: "POST" as const, path: "/events/bench", headers, body };
}
