import { createServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { verify } from "@domains/contract/signature.ts";
import { expect, it } from "vitest";
import { listenLocally } from "../../../../test/support/port.ts";
import { createReceiver } from "../../../../test/support/receiver.ts";
import { selfSigned } from "../../../../test/support/self-signed.ts";
import { createDeliverer } from "../../src/webhooks/deliver.ts";

const delivery = {
	secret: "whsec_test",
	type: "domain.renewed",
	id: "evt_1",
	body: '{"event":"domain.renewed","domain":"example.com"}',
	at: new Date("2026-11-20T12:00:00.900Z"),
};

it("posts the signed body with its four headers", async () => {
	await using receiver = await createReceiver();
	const deliverer = createDeliverer({ allowedOrigins: [receiver.origin] });
	expect(await deliverer.deliver({ ...delivery, url: receiver.url })).toEqual({ statusCode: 200, error: null });
	const { headers, bytes } = await receiver.next();
	expect(bytes.toString()).toBe(delivery.body);
	expect(headers).toMatchObject({
		"content-type": "application/json",
		"x-service-event": "domain.renewed",
		"x-service-event-id": "evt_1",
		"x-service-timestamp": "1795176000",
	});
	expect(verify("whsec_test", "1795176000", bytes, String(headers["x-service-signature"]))).toBe(true);
	await deliverer.close();
});

it.each([
	[204, null],
	[299, null],
	[302, "302"],
	[404, "404"],
	[500, "500"],
])("maps the answer %d to the error %s", async (statusCode, error) => {
	await using receiver = await createReceiver();
	receiver.answer = (_request, response) => void response.writeHead(statusCode, { location: "/elsewhere" }).end();
	const deliverer = createDeliverer({ allowedOrigins: [receiver.origin] });
	expect(await deliverer.deliver({ ...delivery, url: receiver.url })).toEqual({ statusCode, error });
	expect(receiver.received).toHaveLength(1);
	await deliverer.close();
});

it("reads the status and ignores a large body", async () => {
	await using receiver = await createReceiver();
	receiver.answer = (_request, response) => void response.writeHead(200).end("x".repeat(1_000_000));
	const deliverer = createDeliverer({ allowedOrigins: [receiver.origin] });
	expect(await deliverer.deliver({ ...delivery, url: receiver.url })).toEqual({ statusCode: 200, error: null });
	await deliverer.close();
});

it("gives up on a receiver that does not answer in time", async () => {
	await using receiver = await createReceiver();
	const end = new AbortController();
	receiver.answer = () => end.abort();
	const asked: number[] = [];
	const deliverer = createDeliverer({
		allowedOrigins: [receiver.origin],
		timeout(ms) {
			asked.push(ms);
			return end.signal;
		},
	});
	expect(await deliverer.deliver({ ...delivery, url: receiver.url })).toEqual({ statusCode: 0, error: "timeout" });
	expect(asked).toEqual([10_000]);
	await deliverer.close();
});

it("reports a refused connection and an unknown host name", async () => {
	const receiver = await createReceiver();
	await receiver[Symbol.asyncDispose]();
	const missing = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
	const deliverer = createDeliverer({
		allowedOrigins: [receiver.origin],
		resolve: (_hostname, answer) => answer(missing, []),
	});
	expect(await deliverer.deliver({ ...delivery, url: receiver.url })).toEqual({ statusCode: 0, error: "refused" });
	expect(await deliverer.deliver({ ...delivery, url: "https://example.com/" })).toEqual({
		statusCode: 0,
		error: "dns",
	});
	await deliverer.close();
});

it("rejects a certificate that the system does not trust", async () => {
	const server = createServer(selfSigned, (_request, response) => void response.end());
	const port = await listenLocally(server);
	const origin = `https://localhost:${port}`;
	const deliverer = createDeliverer({ allowedOrigins: [origin] });
	expect(await deliverer.deliver({ ...delivery, url: `${origin}/` })).toEqual({ statusCode: 0, error: "tls" });
	await deliverer.close();
	await new Promise((resolve) => server.close(resolve));
});

it("never connects to a host name that resolves to a private address", async () => {
	let connections = 0;
	const server = createTcpServer(() => void connections++);
	const port = await listenLocally(server);
	const deliverer = createDeliverer({
		allowedOrigins: [],
		resolve: (_hostname, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]),
	});
	const url = `https://rebound.example:${port}/`;
	expect(await deliverer.deliver({ ...delivery, url })).toEqual({ statusCode: 0, error: "refused" });
	expect(await deliverer.deliver({ ...delivery, url: "http://example.com/" })).toEqual({
		statusCode: 0,
		error: "refused",
	});
	expect(connections).toBe(0);
	await deliverer.close();
	await new Promise((resolve) => server.close(resolve));
});

it("reaches our own listener only at its receivers, by any name or address", async () => {
	await using receiver = await createReceiver();
	const paths: string[] = [];
	receiver.answer = (request, response) => void response.writeHead(200).end(paths.push(request.url ?? "").toString());
	const port = Number(new URL(receiver.origin).port);
	const hosts = ["127.0.0.1", "2130706433", "0.0.0.0", "localhost", "[::ffff:127.0.0.1]", "hooks.example"];
	const origins = hosts.map((host) => new URL(`http://${host}:${port}`).origin);
	const deliverer = createDeliverer({
		allowedOrigins: origins,
		receiverBase: "https://bot.example/events/",
		ownPort: port,
		resolve: (_hostname, answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]),
	});
	// Deliver to the allowed path first, which leaves an open connection. The delivery to the refused path must be
	// refused although it could reuse this connection.
	for (const origin of origins) {
		expect(await deliverer.deliver({ ...delivery, url: `${origin}/events/abc` })).toEqual({
			statusCode: 200,
			error: null,
		});
		const refused = { statusCode: 0, error: "refused" };
		expect(await deliverer.deliver({ ...delivery, url: `${origin}/people/1001/start` })).toEqual(refused);
	}
	expect(paths).toEqual(origins.map(() => "/events/abc"));
	await deliverer.close();
});
