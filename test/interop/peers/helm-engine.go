// The engine of Helm as Go has it: text/template with the functions of sprig, and those that Helm adds. Standard input is
// {"templates": {name: text}, "cases": [dot, …]} in JSON; standard output a list with {name: rendered} for each case.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type request struct {
	Templates map[string]string        `json:"templates"`
	Cases     []map[string]interface{} `json:"cases"`
}

func main() {
	var asked request
	check(json.NewDecoder(os.Stdin).Decode(&asked))
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) string {
		var text strings.Builder
		encoder := yaml.NewEncoder(&text)
		encoder.SetIndent(2)
		check(encoder.Encode(value))
		return strings.TrimSuffix(text.String(), "\n")
	}
	functions["include"] = func(name string, dot interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, dot)
		return text.String(), err
	}
	functions["required"] = func(why string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", why)
		}
		return value, nil
	}
	all.Funcs(functions)
	for name, text := range asked.Templates {
		_, err := all.New(name).Parse(text)
		check(err)
	}
	answer := []map[string]string{}
	for _, dot := range asked.Cases {
		rendered := map[string]string{}
		for name := range asked.Templates {
			var text strings.Builder
			check(all.ExecuteTemplate(&text, name, dot))
			rendered[name] = strings.ReplaceAll(text.String(), "<no value>", "")
		}
		answer = append(answer, rendered)
	}
	check(json.NewEncoder(os.Stdout).Encode(answer))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
