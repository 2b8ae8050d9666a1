import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../contract/limits.ts";
import { onceFinished } from "./over.ts";
import { Problem } from "./problem.ts";

/** How long a caller may take, in seconds; a test gives shorter times. Source: docs/service.md, "Limits". */
export interface CallerTimes {
	/** To send a whole request. */
	request: number;
	/** To take the next part of an answer. */
	reading: number;
}

export const callerTimes: CallerTimes = { request: limits.requestSeconds, reading: limits.reading.seconds };

/**
 * Counts the requests of each account that this instance works on, answers included that are not fully sent, and refuses
 * those over the limit: each of them holds memory. Source: docs/service.md, "Rate".
 */
export function createFlightLimit(): (request: FastifyRequest, reply: FastifyReply) => void {
	const flying = new Map<number, number>();
	return (request, reply) => {
		const { accountId } = request;
		const count = flying.get(accountId) ?? 0;
		if (count >= limits.requestsInFlight) {
			const message = `More than ${limits.requestsInFlight} requests at the same time.`;
			throw new Problem("rate_limited", message, { "retry-after": "1" });
		}
		flying.set(accountId, count + 1);
		onceFinished(request, reply, () => {
			const left = (flying.get(accountId) ?? 1) - 1;
			if (left > 0) flying.set(accountId, left);
			else flying.delete(accountId);
		});
	};
}

/**
 * Disconnects a caller that does not take its answer in time, and so frees what waits for it. `seconds` is the time for
 * each part; time in which the service itself has nothing to send does not count. Source: docs/service.md, "Limits".
 */
export function disconnectSlowReaders(app: FastifyInstance, seconds: number): void {
	app.addHook("onSend", async (request, reply) => {
		const { socket } = request.raw;
		let before = takenFrom(request);
		const watch = setInterval(() => {
			const taken = takenFrom(request);
			if (reply.raw.writableLength > 0 && taken - before < limits.reading.bytes) socket.destroy();
			before = taken;
		}, seconds * 1_000);
		onceFinished(request, reply, () => clearInterval(watch));
	});
}

/** Bytes that the system has taken for the caller. Node counts those that it still holds among the written ones. */
function takenFrom({ raw: { socket } }: FastifyRequest): number {
	return socket.bytesWritten - socket.writableLength;
}
