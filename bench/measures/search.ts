import { connect } from "@domains/kit/postgres/connect.ts";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { measureAlternately, median, ratio } from "../stats.ts";
import { load, openAccounts, type Server, startServer } from "../subjects/server.ts";

const requests = 50_000;

/**
 * Searches per second. The baseline is a server that only checks the token and the rate limit. Also measures how the
 * memory of the service grows.
 */
export async function measureSearch(): Promise<Figure[]> {
	await using stack = new AsyncDisposableStack();
	const { url } = stack.use(await openEnvironment());
	await migrate(url, ["service"]);
	const { db } = stack.use(connect(url, { max: 2 }));
	const service = stack.use(await startServer("service.ts", [url, "service"]));
	const bare = stack.use(await startServer("service.ts", [url, "bare"]));
	// The service allows ten requests per second for each token. With so many tokens, none reaches this limit.
	const tokens = await openAccounts(db, 1_000, 0);
	const search = (n: number): string => `/domains/search?query=name-${n % 5_000}.com`;
	const run = (server: Server, path: (n: number) => string, until: { requests: number } | { ms: number }) =>
		load(server, {
			request: (n) => ({
				method: "GET",
				path: path(n),
				headers: { authorization: `Bearer ${tokens[n % tokens.length]}` },
			}),
			until,
		});
	for (const server of [service, bare]) await run(server, search, { ms: 3_000 });
	const rates = await measureAlternately(6, {
		bare: () => run(bare, search, { ms: 1_500 }),
		service: () => run(service, search, { ms: 1_500 }),
	});

	const paths = [search, () => "/account", () => "/zones", () => "/domains?limit=10", () => "/webhook/deliveries"];
	const looks: number[] = [];
	for (let part = 0; part < 5; part += 1) {
		await run(service, (n) => paths[n % paths.length]?.(n) ?? search(n), { requests: requests / 5 });
		looks.push((await service.look()).heap / 2 ** 20);
	}
	const [first = Number.NaN, ...later] = looks;
	return [
		{
			what: "searches a second of the service, compared with a Fastify route with the same two statements for token and rate limit",
			ours: `${median(rates.service).toFixed(0)}/s`,
			bare: `${median(rates.bare).toFixed(0)}/s`,
			value: ratio(rates.service, rates.bare),
			unit: "",
			goal: { atLeast: 0.6 },
		},
		{
			what: `heap of the service after ${requests} mixed requests, compared with that after a fifth of them`,
			ours: `${later.at(-1)?.toFixed(1)} MiB`,
			bare: `${first.toFixed(1)} MiB`,
			value: (later.at(-1) ?? Number.NaN) / first,
			unit: "",
			goal: { atMost: 1.1 },
		},
	];
}
