import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../contract/limits.ts";
import { onceFinished } from "./over.ts";
import { Problem } from "./problem.ts";

/** Timeouts for callers, in seconds. Tests use shorter ones. Source: docs/service.md, "Limits". */
export interface CallerTimes {
	/** Time to send a whole request. */
	request: number;
	/** Time to read the next part of an answer. */
	reading: number;
}

export const callerTimes: CallerTimes = { request: limits.requestSeconds, reading: limits.reading.seconds };

/**
 * Limits the requests of one account that this instance processes at a time, because each holds memory. A request
 * counts until its answer is fully sent. Source: docs/service.md, "Rate".
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
 * Disconnects callers that read their answer too slowly, to free its memory. `seconds` is the time for each part. Time
 * during which the service itself has nothing to send does not count. Source: docs/service.md, "Limits".
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

/** Bytes that the operating system has accepted for the caller. Node's `bytesWritten` includes its own buffer. */
function takenFrom({ raw: { socket } }: FastifyRequest): number {
	return socket.bytesWritten - socket.writableLength;
}
