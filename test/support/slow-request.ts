import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

interface Slow {
	/** The server has read the headers and asks for the body (100 Continue). */
	begun: Promise<void>;
	/** The whole answer, when the connection is closed. */
	answered: Promise<string>;
}

const goOn = "HTTP/1.1 100 Continue\r\n\r\n";

/** One byte of the body each 100 ms, without end. */
export function sendSlowly(url: string, token: string): Slow {
	const socket: Socket = connect(Number(new URL(url).port), "127.0.0.1");
	const chunks: Buffer[] = [];
	const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
	const text = () => Buffer.concat(chunks).toString();
	socket
		.on("error", () => {})
		.on("data", (chunk) => {
			chunks.push(chunk);
			if (text() === goOn) begun.resolve();
		});
	socket.on("close", () => answered.resolve(text().slice(goOn.length)));
	const head = [
		"POST /api/v1/domains/search/batch HTTP/1.1",
		`Authorization: Bearer ${token}`,
		"Content-Length: 100000",
	];
	socket.write([...head, "Expect: 100-continue", "Content-Type: application/json", "", "{"].join("\r\n"));
	const drip = setInterval(() => socket.write(" "), 100);
	onTestFinished(() => {
		clearInterval(drip);
		socket.destroy();
	});
	return { begun: begun.promise, answered: answered.promise };
}
