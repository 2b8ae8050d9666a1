import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readImportTable } from "../test/support/import-table.ts";
import { project } from "../test/support/source-files.ts";

/**
 * The column of each part in the picture. Rows follow from the imports. A long arrow goes straight down its column first,
 * so the parts below the beginning of one have other columns.
 */
const columns: Readonly<Record<string, number>> = {
	"world, commands": 2,
	"local-telegram": 1,
	workers: 2,
	conformance: 4,
	programs: 3,
	config: 6,
	bot: 2,
	"trading-service": 5,
	charts: 1,
	actions: 2,
	webhooks: 1,
	reading: 2,
	client: 3,
	store: 4,
	rules: 2,
	dns: 2,
	contract: 2,
	kit: 4.5,
};

const [cellWidth, cellHeight, boxWidth, boxHeight] = [140, 84, 128, 36];
const packages = ["contract", "kit", "dns", "trading-service", "local-telegram"];

/** For each part, what it imports. The value is false if it imports only types. */
type Graph = Map<string, Map<string, boolean>>;

/** Returns docs/architecture.svg, drawn from the table of imports and the packages. */
export function drawArchitecture(): string {
	const graph = withoutImplied(readGraph());
	const missing = [...graph.keys()].filter((name) => columns[name] === undefined);
	if (missing.length > 0) throw new Error(`Give ${missing.join(", ")} a column in .ci/draw.ts`);
	const depths = new Map([...graph.keys()].map((name) => [name, depth(graph, name)]));
	const last = Math.max(...depths.values());
	// The package `kit` is drawn at the bottom, next to `contract`, because most parts use it.
	depths.set("kit", last);
	const place = (name: string) => ({
		x: (columns[name] ?? 0) * cellWidth - cellWidth / 3,
		y: (depths.get(name) ?? 0) * cellHeight + 8,
	});
	const arrows = [...graph].flatMap(([from, targets]) =>
		[...targets].map(([to, isValue]) => arrow(place(from), place(to), isValue)),
	);
	const boxes = [...graph.keys()].map((name) => {
		const { x, y } = place(name);
		const kind = packages.includes(name) ? ' class="package"' : "";
		return `<g${kind}><rect x="${round(x - boxWidth / 2)}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="6"/><text x="${round(x)}" y="${y + 23}">${name}</text></g>`;
	});
	const [width, height] = [Math.round(6.2 * cellWidth), last * cellHeight + boxHeight + 16];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Who imports whom</title>
<style>
rect { fill: #dbeafe; stroke: #6b7f99 }
.package rect { fill: #fde9c8; stroke: #a08550 }
text { font: 14px system-ui, sans-serif; fill: #14202e; text-anchor: middle }
path { fill: none; stroke: #7d8590; stroke-width: 1.5; marker-end: url(#head) }
.types { stroke-dasharray: 5 4 }
#head path { fill: #7d8590; stroke: none; marker-end: none }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${[...arrows, ...boxes].join("\n")}
</svg>
`;
}

function readGraph(): Graph {
	const graph: Graph = new Map(packages.map((name) => [name, dependenciesOf(name)]));
	const top = "world, commands";
	for (const [folder, { values, types }] of readImportTable()) {
		if (values.includes("all")) continue;
		graph.set(folder, new Map(types.map((each) => [packageOf(each), false])));
		for (const each of values) graph.get(folder)?.set(packageOf(each), true);
	}
	return new Map([[top, new Map([...graph.keys()].map((name) => [name, true]))], ...graph]);
}

/** `kit/postgres` and the other folders of the package `kit` are one box. */
function packageOf(name: string): string {
	return name.split("/")[0] ?? name;
}

function dependenciesOf(name: string): Map<string, boolean> {
	const text = readFileSync(join(project, "packages", name, "package.json"), "utf8");
	const { dependencies } = JSON.parse(text) as { dependencies: object };
	const named = Object.keys(dependencies).map((each) => each.replace("@domains/", ""));
	return new Map(named.filter((each) => packages.includes(each)).map((each) => [each, true]));
}

/** Leaves out each arrow that a longer way replaces. */
function withoutImplied(graph: Graph): Graph {
	const reaches = (from: string, to: string): boolean =>
		[...(graph.get(from)?.keys() ?? [])].some((next) => next === to || reaches(next, to));
	return new Map(
		[...graph].map(([from, targets]) => [
			from,
			new Map([...targets].filter(([to]) => ![...targets.keys()].some((other) => other !== to && reaches(other, to)))),
		]),
	);
}

/** The length of the longest way from the top. */
function depth(graph: Graph, name: string): number {
	const above = [...graph].filter(([, targets]) => targets.has(name)).map(([from]) => depth(graph, from));
	return above.length === 0 ? 0 : Math.max(...above) + 1;
}

interface Point {
	x: number;
	y: number;
}

/** Goes straight down to the row above the target, then bends. */
function arrow(from: Point, to: Point, isValue: boolean): string {
	const [y, end] = [from.y + boxHeight, to.y - 1];
	const bend = to.y - cellHeight + boxHeight;
	const middle = (bend + end) / 2;
	const x = round(from.x);
	const target = round(to.x + (from.x - to.x) / 16);
	const straight = bend > y ? `V${bend}` : "";
	const kind = isValue ? "" : ' class="types"';
	return `<path${kind} d="M${x} ${y}${straight}C${x} ${middle} ${target} ${middle} ${target} ${end}"/>`;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

if (process.argv[1] === import.meta.filename)
	writeFileSync(join(project, "docs", "architecture.svg"), drawArchitecture());
