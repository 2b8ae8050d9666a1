const defaultPort = 5432;

/** Splits a database address: `postgres://user:password@host:port,host:port/name?setting=value`. */
export function readAddress(url: string) {
	const [, head = "", list = "", tail = ""] = /^([^:]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
	const single = `${head}${list.split(",")[0]}${tail}`;
	const { password, pathname } = new URL(single);
	const hosts = list === "" ? [] : list.split(",").map(readHost);
	const folder = hosts[0]?.host.startsWith("/") ? hosts[0] : undefined;
	return {
		/** The hosts in the order in which to try them; empty if the address names none. */
		hosts: hosts.map(({ host }) => host),
		ports: hosts.map(({ port }) => port),
		/**
		 * The path of the server's Unix socket. Present if the address has a folder as its host, with the folder's slashes
		 * written as %2F.
		 */
		...(folder && { socket: socketPath(folder.host, folder.port) }),
		password: decodeURIComponent(password),
		/** The hosts and the database's name, for messages. The text contains neither the user nor the password. */
		label: `${decodeURIComponent(list)}${pathname}`,
		/** The address with only the first host of its list, because URL parsers refuse a list of hosts. */
		single,
	};
}

export function socketPath(folder: string, port: number): string {
	return `${folder}/.s.PGSQL.${port}`;
}

/** Splits one host of the address into its name and port. An IPv6 address is in brackets. */
function readHost(text: string): { host: string; port: number } {
	const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text) ?? [];
	return { host: decodeURIComponent(host.replace(/^\[|\]$/g, "")), port: Number(port) || defaultPort };
}
