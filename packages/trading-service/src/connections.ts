import { limits } from "@domains/contract/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { onceFinished } from "./over.ts";
import { Problem } from "./problem.ts";

/** In seconds. Source: docs/service.md, "Limits". */
export interface CallerTimes {
	request: number;
	/** Time within which a caller must receive the next `limits.reading.bytes` of an answer. */
	reading: number;
}

export const callerTimes: CallerTimes = { request: limits.requestSeconds, reading: limits.reading.seconds };

/**
 * Limits the concurrent requests of one account in this instance, because each uses memory. A request counts until its
 * answer is fully sent. Source: docs/service.md, "Rate".
 */
export function createConcurrencyLimit(): (request: FastifyRequest, reply: FastifyReply) => void {
	const running = new Map<number, number>();
	return (request, reply) => {
		const accountId = request.account?.id ?? 0;
		const count = running.get(accountId) ?? 0;
		if (count >= limits.requestsInFlight) {
			const message = `More than ${limits.requestsInFlight} requests at the same time.`;
			throw new Problem("rate_limited", message, { "retry-after": "1" });
		}
		running.set(accountId, count + 1);
		onceFinished(request, reply, () => {
			const remaining = (running.get(accountId) ?? 1) - 1;
			if (remaining > 0) running.set(accountId, remaining);
			else running.delete(accountId);
		});
	};
}

const samplesPerPeriod = 6;

/**
 * Frees the memory of answers to callers that receive less than `limits.reading.bytes` in `seconds`. Time in which the
 * service has nothing to send does not count. Source: docs/service.md, "Limits".
 *
 * The operating system first takes megabytes into its buffers. So the period slides: it begins again with every sample.
 * A caller that reads nothing is disconnected one sample after the first period.
 */
export function disconnectSlowReaders(app: FastifyInstance, seconds: number): void {
	app.addHook("onSend", async (request, reply) => {
		const { socket } = request.raw;
		const samples: number[] = [];
		const watch = setInterval(
			() => {
				if (reply.raw.writableLength === 0) samples.length = 0;
				const sentBytes = sentBytesOf(request);
				samples.push(sentBytes);
				if (samples.length <= samplesPerPeriod) return;
				const before = samples.shift() ?? sentBytes;
				if (sentBytes - before < limits.reading.bytes) socket.destroy();
			},
			(seconds * 1_000) / samplesPerPeriod,
		);
		onceFinished(request, reply, () => clearInterval(watch));
	});
}

/** Node's `bytesWritten` also counts bytes in Node's own buffer, which the operating system has not accepted yet. */
function sentBytesOf({ raw: { socket } }: FastifyRequest): number {
	return socket.bytesWritten - socket.writableLength;
}
