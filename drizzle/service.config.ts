import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "postgresql",
	schema: "./packages/trading-service/src/schema.ts",
	out: "./drizzle/service",
});
