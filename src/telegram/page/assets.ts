import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { extname, join } from "node:path";

/** A file of the page as it goes over the wire. */
export interface Asset {
	body: Buffer;
	type: string;
	etag: string;
}

const types: ReadonlyMap<string, string> = new Map(
	Object.entries<string>({
		".css": "text/css; charset=utf-8",
		".html": "text/html; charset=utf-8",
		".svg": "image/svg+xml",
		".ts": "text/javascript; charset=utf-8",
	}),
);

/**
 * Every file of the page by its path below this folder, read once. Modules lose their types on the way, so the browser
 * gets the very sources, line for line, and there is nothing to build.
 */
export function readAssets(): Map<string, Asset> {
	const root = import.meta.dirname;
	const paths = globSync(["index.html", "browser/**/*.ts", "styles/*.css", "images/*.svg"], { cwd: root });
	const names = paths.map((path) => path.replaceAll("\\", "/"));
	return new Map(names.map((name) => [name, readAsset(join(root, name), names)]));
}

function readAsset(file: string, names: readonly string[]): Asset {
	const extension = extname(file);
	const text = readFileSync(file, "utf8");
	const shown = extension === ".ts" ? withoutTypes(text) : extension === ".html" ? withPreloads(text, names) : text;
	const body = Buffer.from(shown);
	const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
	return { body, type: types.get(extension) ?? "application/octet-stream", etag };
}

/** Names every module in the page's head, so that the browser asks for all at once and not import by import. */
function withPreloads(html: string, names: readonly string[]): string {
	const modules = names.filter((name) => name.endsWith(".ts"));
	const links = modules.map((name) => `<link rel="modulepreload" href="/page/${name}" />`);
	return html.replace("</head>", `${links.join("\n")}\n</head>`);
}

/** Node calls the function experimental and would say so at every start; the version is ours, so that is no news. */
function withoutTypes(source: string): string {
	const { emitWarning } = process;
	process.emitWarning = () => undefined;
	try {
		return stripTypeScriptTypes(source);
	} finally {
		process.emitWarning = emitWarning;
	}
}
