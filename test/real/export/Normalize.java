/** Applies a Nutch or Heritrix file to URLs as those programs do: replaceAll in order, or matches and appendReplacement. */
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class Normalize {
  public static void main(String[] args) throws Exception {
    boolean isNutch = args[0].equals("nutch");
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(args[1]));
    List<Pattern> patterns = new ArrayList<>();
    List<String> replacements = new ArrayList<>();
    NodeList rules = document.getElementsByTagName(isNutch ? "regex" : "bean");
    for (int i = 0; i < rules.getLength(); i++) {
      Element rule = (Element) rules.item(i);
      if (isNutch) {
        patterns.add(Pattern.compile(rule.getElementsByTagName("pattern").item(0).getFirstChild().getNodeValue()));
        replacements.add(rule.getElementsByTagName("substitution").item(0).getFirstChild().getNodeValue());
      } else if (rule.getAttribute("class").endsWith("RegexRule")) {
        NodeList properties = rule.getElementsByTagName("property");
        patterns.add(Pattern.compile(((Element) properties.item(0)).getAttribute("value")));
        replacements.add(((Element) properties.item(1)).getAttribute("value"));
      }
    }
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (String url = in.readLine(); url != null; url = in.readLine()) {
      for (int i = 0; i < patterns.size(); i++) {
        Matcher matcher = patterns.get(i).matcher(url);
        if (isNutch) {
          url = matcher.replaceAll(replacements.get(i));
        } else if (matcher.matches()) {
          StringBuffer buffer = new StringBuffer();
          matcher.appendReplacement(buffer, replacements.get(i));
          url = buffer.toString();
        }
      }
      out.println(url);
    }
    out.flush();
    System.err.println((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1_000_000);
  }
}
