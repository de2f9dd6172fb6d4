/** Who is asked, as promptfoo names them, with what it is told. */
export interface Provider {
  id: string;
  config: Record<string, unknown>;
  where: string;
  /** Of a key of its configuration. */
  placeOf: (key: string) => string;
}
