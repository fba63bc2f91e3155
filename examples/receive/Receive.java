// Receives callbacks: checks the signature, keeps each once, answers, and works afterwards. Java 11 or newer, alone.
//
//   CALLBACK_SECRETS='whsec_…' java Receive.java [port]
//
// CALLBACK_SECRETS: those that you accept, with spaces between. CALLBACK_FOLDER (callbacks): where they are kept.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receive {
    static final long TOLERANCE_SECONDS = 5 * 60;
    static final int MOST_BYTES = 64 * 1024;
    static final List<byte[]> KEYS = new ArrayList<>();
    static final Path FOLDER = Path.of(System.getenv().getOrDefault("CALLBACK_FOLDER", "callbacks"));
    static final PrintStream OUTPUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    static final ExecutorService WORK = Executors.newSingleThreadExecutor();

    public static void main(String[] args) throws IOException {
        for (String secret : System.getenv().getOrDefault("CALLBACK_SECRETS", "").trim().split("\\s+"))
            if (!secret.isEmpty()) KEYS.add(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")));
        if (KEYS.isEmpty()) throw new IllegalStateException("set CALLBACK_SECRETS");
        Files.createDirectories(FOLDER);
        int port = args.length > 0 ? Integer.parseInt(args[0]) : 9000;
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/", Receive::handle);
        server.start();
        OUTPUT.println("listening at http://127.0.0.1:" + server.getAddress().getPort());
    }

    static void handle(HttpExchange exchange) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
            if (body.length > MOST_BYTES) {
                exchange.sendResponseHeaders(413, -1);
                return;
            }
            if (!isSigned(exchange, body)) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            boolean isNew = keep(header(exchange, "webhook-id"), body);
            exchange.sendResponseHeaders(204, -1);
            if (isNew) WORK.execute(() -> work(new String(body, StandardCharsets.UTF_8)));
        } catch (IOException | GeneralSecurityException error) {
            // What is not kept is not taken: the gateway comes again.
            System.err.println(error);
            if (exchange.getResponseCode() == -1) exchange.sendResponseHeaders(503, -1);
        } finally {
            exchange.close();
        }
    }

    /** Over the bytes as they came: what a JSON parser makes of them is no longer what was signed. */
    static boolean isSigned(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
        String id = header(exchange, "webhook-id");
        String stamp = header(exchange, "webhook-timestamp");
        if (!id.matches("[A-Za-z0-9_-]+") || !stamp.matches("[0-9]{1,12}")) return false;
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(stamp);
        if (Math.abs(age) > TOLERANCE_SECONDS) return false;
        for (byte[] key : KEYS) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            mac.update((id + "." + stamp + ".").getBytes(StandardCharsets.UTF_8));
            byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
            for (String given : header(exchange, "webhook-signature").split(" "))
                if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) return true;
        }
        return false;
    }

    static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /** Whether it is new: whole, or not there. A table with the id as its key does the same. */
    static boolean keep(String id, byte[] body) throws IOException {
        Path part = Files.createTempFile(FOLDER, null, ".part");
        try {
            Files.write(part, body);
            Files.createLink(FOLDER.resolve(id + ".json"), part);
            return true;
        } catch (FileAlreadyExistsException error) {
            return false;
        } finally {
            Files.delete(part);
        }
    }

    /** Your own work, after the answer. */
    static void work(String body) {
        OUTPUT.println("received: " + body);
    }
}
