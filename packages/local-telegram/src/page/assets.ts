import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { extname, join } from "node:path";

export interface Asset {
	body: Buffer;
	type: string;
	etag: string;
}

const types: ReadonlyMap<string, string> = new Map([
	[".css", "text/css; charset=utf-8"],
	[".html", "text/html; charset=utf-8"],
	[".svg", "image/svg+xml"],
	[".ts", "text/javascript; charset=utf-8"],
]);

/**
 * The keys are paths relative to this folder. `picture` is SVG text. TypeScript modules lose their types here, and keep
 * their line numbers, so the page needs no build step.
 */
export function readAssets(picture: string | undefined): Map<string, Asset> {
	const root = import.meta.dirname;
	const paths = globSync(["index.html", "browser/**/*.ts", "styles/*.css", "images/*.svg"], { cwd: root });
	const names = paths.map((path) => path.replaceAll("\\", "/"));
	const assets = new Map(names.map((name) => [name, readAsset(join(root, name), names)]));
	if (picture !== undefined) assets.set("picture.svg", assetOf(picture, ".svg"));
	return assets;
}

function readAsset(file: string, names: readonly string[]): Asset {
	const extension = extname(file);
	const text = readFileSync(file, "utf8");
	const shown = extension === ".ts" ? withoutTypes(text) : extension === ".html" ? withPreloads(text, names) : text;
	return assetOf(shown, extension);
}

function assetOf(text: string, extension: string): Asset {
	const body = Buffer.from(text);
	const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
	return { body, type: types.get(extension) ?? "application/octet-stream", etag };
}

/** Without this list, the browser would find a module only after loading another one that imports it. */
function withPreloads(html: string, names: readonly string[]): string {
	const modules = names.filter((name) => name.endsWith(".ts"));
	const links = modules.map((name) => `<link rel="modulepreload" href="/page/${name}" />`);
	return html.replace("</head>", `${links.join("\n")}\n</head>`);
}

/**
 * Hides Node's warning that `stripTypeScriptTypes` is experimental. The project pins the version of Node, so the
 * function cannot change unnoticed.
 */
function withoutTypes(source: string): string {
	const { emitWarning } = process;
	process.emitWarning = () => undefined;
	try {
		return stripTypeScriptTypes(source);
	} finally {
		process.emitWarning = emitWarning;
	}
}
