import { isIPv4 } from "node:net";
import { AppError } from "../errors.ts";

/**
 * Parses the base address of the service. The bot sends tokens to this address only. Returns it without the trailing
 * slash. Requires HTTPS, or plain HTTP to loopback, and no credentials, query or fragment. Otherwise throws
 * `invalid_input`.
 */
export function parseBase(address: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || url.username || url.password || url.search || url.hash) {
		throw new AppError("invalid_input", "The service address is not a plain URL", { details: { address } });
	}
	if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
		throw new AppError("invalid_input", "The service address must use https", { details: { address } });
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));
}
