import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BarChart, barChartSvg } from "./svg.ts";

export type { BarChart } from "./svg.ts";

type Renderer = (svg: string) => Uint8Array;
let renderer: Promise<Renderer> | undefined;

/** 640 pixels wide, and higher with each bar. The first call takes half a second and uses 75 MB of memory. */
export async function drawBars(chart: BarChart): Promise<Uint8Array> {
	renderer ??= load().catch((error: unknown) => {
		// The next chart tries again.
		renderer = undefined;
		throw error;
	});
	return (await renderer)(barChartSvg(chart));
}

async function load(): Promise<Renderer> {
	const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
	const wasm = fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"));
	const [code, font] = await Promise.all([readFile(wasm), readFile(join(import.meta.dirname, "font.ttf"))]);
	await initWasm(code);
	return (svg) => {
		const drawing = new Resvg(svg, { font: { fontBuffers: [font], loadSystemFonts: false } });
		const picture = drawing.render();
		try {
			return picture.asPng();
		} finally {
			picture.free();
			drawing.free();
		}
	};
}
