import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Calls } from "../calls.ts";
import type { Faults } from "../faults.ts";
import * as requests from "../protocol/requests.ts";
import { read } from "./bodies.ts";

export function inspectionRoutes(app: FastifyInstance, { calls, faults }: { calls: Calls; faults: Faults }): void {
	app.get("/calls", async (request: FastifyRequest<{ Querystring: { after?: string } }>) => {
		const after = Number(request.query.after ?? 0) || 0;
		return { calls: calls.calls.filter((call) => call.n > after) };
	});

	app.get("/refusals", async () => ({ refusals: calls.refusals }));
	app.delete("/refusals", async () => {
		calls.refusals.length = 0;
		return {};
	});

	app.post("/faults", async (request) => {
		faults.add(read(requests.fault, request.body));
		return {};
	});
	app.delete("/faults", async () => {
		faults.clear();
		return {};
	});
	app.post("/faults/redeliver", async (request) => {
		faults.redeliver(read(requests.redeliver, request.body).count);
		return {};
	});
}
