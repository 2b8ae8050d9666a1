const defaultPort = 5432;

/** Splits a database address: `postgres://user:password@host:port,host:port/name?setting=value`. */
export function readAddress(url: string) {
	const [, head = "", list = "", tail = ""] = /^([^:]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
	const single = `${head}${list.split(",")[0]}${tail}`;
	const { password, pathname } = new URL(single);
	const hosts = list === "" ? [] : list.split(",").map(readHost);
	const folder = hosts[0]?.host.startsWith("/") ? hosts[0] : undefined;
	return {
		/** Lists the hosts in the order of attempts; empty if the address names none. */
		hosts: hosts.map(({ host }) => host),
		ports: hosts.map(({ port }) => port),
		/** The server's Unix socket, if the host is a folder, written with %2F for each slash. */
		...(folder && { socket: socketPath(folder.host, folder.port) }),
		password: decodeURIComponent(password),
		/** Names the server and the database, never the user or the password. */
		label: `${decodeURIComponent(list)}${pathname}`,
		/** The address with its first host only, which any URL parser accepts. */
		single,
	};
}

export function socketPath(folder: string, port: number): string {
	return `${folder}/.s.PGSQL.${port}`;
}

/** An IPv6 address is in brackets. */
function readHost(text: string): { host: string; port: number } {
	const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text) ?? [];
	return { host: decodeURIComponent(host.replace(/^\[|\]$/g, "")), port: Number(port) || defaultPort };
}
