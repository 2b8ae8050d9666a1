import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

interface Address {
	host: string;
	port: number;
	/** The variable that chooses the port, for the message. */
	setting: string;
}

const reasons: Record<string, string> = {
	EADDRINUSE: "is in use by another program",
	EACCES: "may not be used by this user",
	EADDRNOTAVAIL: "is no address of this machine",
	ENOTFOUND: "is no address of this machine",
};

/** Begins to listen and answers with the address to open, such as `http://127.0.0.1:8080`. Port 0 takes a free one. */
export async function listen(app: FastifyInstance, { host, port, setting }: Address): Promise<string> {
	try {
		await app.listen({ host, port });
	} catch (cause) {
		const reason = cause instanceof Error && "code" in cause ? reasons[String(cause.code)] : undefined;
		if (reason === undefined) throw cause;
		throw new AppError("port_in_use", `${host}:${port} ${reason}: set ${setting}, or stop what uses it`, { cause });
	}
	const bound = app.server.address();
	const actual = typeof bound === "object" && bound ? bound.port : port;
	return `http://${reachable(host)}:${actual}`;
}

function reachable(host: string): string {
	if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
	return host.includes(":") ? `[${host}]` : host;
}
