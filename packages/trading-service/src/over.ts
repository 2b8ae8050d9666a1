import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * With pipelined requests, a response may wait for an earlier one on the same connection. A waiting response emits no
 * close event if the connection closes, so this function also watches the connection.
 */
export function onceFinished(request: FastifyRequest, reply: FastifyReply, then: () => void): void {
	const { socket } = request.raw;
	const callbacks = waiting.get(socket) ?? watch(socket);
	const over = (): void => {
		if (callbacks.delete(over)) then();
	};
	callbacks.add(over);
	reply.raw.once("close", over);
	if (socket.destroyed) over();
}

function watch(socket: Socket): Set<() => void> {
	const callbacks = new Set<() => void>();
	waiting.set(socket, callbacks);
	socket.once("close", () => {
		for (const over of callbacks) over();
	});
	return callbacks;
}
